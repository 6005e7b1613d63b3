import { Link } from 'react-router';
import type { ListedClass } from '#contract/classes/calls.ts';
import { ClassCards } from '#web/routes/class-choice.tsx';
import { Section } from './section.tsx';
import type { Words } from './words.ts';

export function PopularClasses({ classes, words }: { classes: readonly ListedClass[]; words: Words }) {
  if (classes.length === 0) return null;
  return (
    <Section
      id="popular-classes"
      title="Our Popular Classes"
      lead={words.popularClasses}
      aside={
        <Link to="/classes" className="btn btn-outline btn-primary">
          All classes
        </Link>
      }
    >
      <ClassCards classes={classes} />
    </Section>
  );
}
