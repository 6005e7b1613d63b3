import { Link } from 'react-router';
import type { Instructor } from '#contract/instructors/calls.ts';
import { t } from '#languages/t.ts';
import { Mail } from '#web/components/icons/mail.tsx';
import { mailTo } from '#web/lib/address/mail-to.ts';
import { rich } from '#web/lib/rich.ts';
import { Portrait } from './portrait.tsx';

/** How many they teach in how many classes. */
export const teachingOf = ({ classes, students }: Pick<Instructor, 'classes' | 'students'>) =>
  t('instructors.teaching', { classes, students });

/**
 * An instructor with what they teach and how to write to them. `isFirst`: the picture belongs to the first
 * screen.
 */
export function InstructorCard({
  instructor,
  sizes,
  isFirst,
}: {
  instructor: Instructor;
  sizes: string;
  isFirst?: boolean;
}) {
  const { _id, name, email, photoURL } = instructor;
  const page = `/instructors/${_id}`;
  return (
    <article className="group panel flex h-full flex-col overflow-hidden transition-shadow duration-200 hover:shadow-lift">
      <Link to={page} tabIndex={-1} aria-hidden="true" className="overflow-hidden">
        <Portrait name={name} photoURL={photoURL} sizes={sizes} isFirst={isFirst} />
      </Link>
      <div className="flex flex-1 flex-col p-3 sm:p-5">
        <h3 className="wrap-anywhere text-subheading max-sm:text-lg">
          <Link to={page} className="underline-offset-4 hover:underline">
            {name}
          </Link>
        </h3>
        <p className="mt-1 text-quiet text-sm">{teachingOf(instructor)}</p>
        <div className="mt-auto flex flex-wrap items-center justify-between gap-x-4 gap-y-2 pt-4 text-sm">
          <Link to={`${page}#classes`} className="font-semibold text-plum underline-offset-4 hover:underline">
            {rich('instructors.view_classes_of', {
              name,
              hidden: (text) => <span className="sr-only">{text}</span>,
            })}
          </Link>
          <a
            href={mailTo(email)}
            className="flex items-center gap-1.5 text-quiet underline-offset-4 hover:text-base-content hover:underline"
          >
            <Mail className="size-4" aria-hidden="true" />
            {rich('instructors.write_to', {
              name,
              hidden: (text) => <span className="sr-only">{text}</span>,
            })}
          </a>
        </div>
      </div>
    </article>
  );
}
