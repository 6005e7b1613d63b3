import { Link } from 'react-router';
import type { Instructor } from '#contract/instructors/calls.ts';
import { t } from '#languages/t.ts';
import { InstructorCard } from '#web/features/instructors/instructor-card.tsx';
import { Section } from './section.tsx';
import type { Words } from './words.ts';

export function PopularInstructors({
  instructors,
  words,
}: {
  instructors: readonly Instructor[];
  words: Words;
}) {
  if (instructors.length === 0) return null;
  return (
    <Section
      id="popular-instructors"
      title={t('home.popular_instructors')}
      lead={words.popularInstructors}
      aside={
        <Link to="/instructorlist" className="btn btn-outline btn-primary">
          {t('instructors.all_instructors')}
        </Link>
      }
    >
      <ul className="grid cards-by-letters gap-4 sm:gap-5 lg:grid-cols-4">
        {instructors.map((instructor) => (
          <li key={instructor._id}>
            <InstructorCard instructor={instructor} sizes="(min-width: 64rem) 22vw, 45vw" />
          </li>
        ))}
      </ul>
    </Section>
  );
}
