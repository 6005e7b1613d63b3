import { Link } from 'react-router';
import type { MusicClass } from '#contract/classes.ts';
import { Empty } from '#web/components/empty.tsx';
import { ClassCard } from '#web/features/classes/class-card.tsx';
import { SelectButton } from '#web/features/selections/select-button.tsx';
import { JoinWaitlist } from '#web/features/waitlist/join-waitlist.tsx';
import { Section } from './section.tsx';

export function PopularClasses({ classes }: { classes: readonly MusicClass[] }) {
  return (
    <Section
      id="popular-classes"
      title="Our Popular Classes"
      lead="Where most of our students are this term."
      aside={
        <Link to="/classes" className="btn btn-outline btn-primary">
          All classes
        </Link>
      }
    >
      {classes.length === 0 ? (
        <Empty sentence="The first classes are being prepared." />
      ) : (
        <ul className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3 lg:gap-8">
          {classes.map((musicClass) => (
            <li key={musicClass._id}>
              <ClassCard
                musicClass={musicClass}
                sizes="(min-width: 64rem) 30vw, (min-width: 40rem) 45vw, 92vw"
                select={
                  <div className="flex flex-wrap justify-end gap-2">
                    <SelectButton
                      classId={musicClass._id}
                      classname={musicClass.classname}
                      availableseat={musicClass.availableseat}
                    />
                    {musicClass.availableseat === 0 && (
                      <JoinWaitlist classId={musicClass._id} classname={musicClass.classname} />
                    )}
                  </div>
                }
              />
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
