import { Link } from 'react-router';
import type { ListedClass } from '#contract/classes/calls.ts';
import { t } from '#languages/t.ts';
import { ClassCards } from '#web/routes/class-choice.tsx';
import { Section } from './section.tsx';
import type { Words } from './words.ts';

export function PopularClasses({ classes, words }: { classes: readonly ListedClass[]; words: Words }) {
  if (classes.length === 0) return null;
  return (
    <Section
      id="popular-classes"
      title={t('home.popular_classes')}
      lead={words.popularClasses}
      aside={
        <Link to="/classes" className="btn btn-outline btn-primary">
          {t('classes.all_classes')}
        </Link>
      }
    >
      <ClassCards classes={classes} />
    </Section>
  );
}
