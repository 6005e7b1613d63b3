import { Link } from 'react-router';
import type { ListedClass } from '#contract/classes.ts';
import { CARD_ITEM, ClassCard } from '#web/features/classes/class-card.tsx';
import { ClassChoice } from '#web/routes/class-choice.tsx';
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
      <ul className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3 lg:gap-8">
        {classes.map((musicClass) => (
          <li key={musicClass._id} className={CARD_ITEM}>
            <ClassCard
              musicClass={musicClass}
              sizes="(min-width: 64rem) 30vw, (min-width: 40rem) 45vw, 92vw"
              select={<ClassChoice musicClass={musicClass} />}
            />
          </li>
        ))}
      </ul>
    </Section>
  );
}
