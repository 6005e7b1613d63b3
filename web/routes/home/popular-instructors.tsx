import { Link } from 'react-router';
import type { Instructor } from '#contract/instructors.ts';
import { Empty } from '#web/components/empty.tsx';
import { InstructorCard } from '#web/features/instructors/instructor-card.tsx';
import { Section } from './section.tsx';

export function PopularInstructors({ instructors }: { instructors: readonly Instructor[] }) {
  return (
    <Section
      id="popular-instructors"
      title="Popular Instructors"
      lead="The teachers whose classes fill first. Their colleagues are just as patient."
      aside={
        <Link to="/instructorlist" className="btn btn-outline btn-primary">
          All instructors
        </Link>
      }
    >
      {instructors.length === 0 ? (
        <Empty sentence="No instructor has joined the school yet." />
      ) : (
        <ul className="grid grid-cols-2 gap-4 sm:gap-5 lg:grid-cols-4">
          {instructors.map((instructor) => (
            <li key={instructor._id}>
              <InstructorCard instructor={instructor} sizes="(min-width: 64rem) 22vw, 45vw" />
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
