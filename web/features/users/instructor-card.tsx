import { Link } from 'react-router';
import type { Instructor } from '#contract/users.ts';
import { Mail } from '#web/components/icons/mail.tsx';
import { Portrait } from './portrait.tsx';

const count = (number: number, one: string, many: string) => `${number} ${number === 1 ? one : many}`;

/** An instructor with what they teach and how to write to them. `isFirst`: the picture belongs to the first screen. */
export function InstructorCard({
  instructor,
  sizes,
  isFirst,
}: {
  instructor: Instructor;
  sizes: string;
  isFirst?: boolean;
}) {
  const { name, email, photoURL, classes, students } = instructor;
  return (
    <article className="group panel flex h-full flex-col overflow-hidden transition-shadow duration-200 hover:shadow-lift">
      <div className="overflow-hidden">
        <Portrait name={name} photoURL={photoURL} sizes={sizes} isFirst={isFirst} />
      </div>
      <div className="flex flex-1 flex-col p-4 sm:p-5">
        <h3 className="text-subheading max-sm:text-lg">{name}</h3>
        <p className="mt-1 text-quiet text-sm">
          {count(classes, 'class', 'classes')} · {count(students, 'student', 'students')}
        </p>
        <div className="mt-auto flex flex-wrap items-center justify-between gap-x-4 gap-y-2 pt-4 text-sm">
          <Link
            to={`/classes?q=${encodeURIComponent(name)}`}
            className="font-semibold text-plum underline-offset-4 hover:underline"
          >
            View classes<span className="sr-only"> of {name}</span>
          </Link>
          <a
            href={`mailto:${email}`}
            className="flex items-center gap-1.5 text-quiet underline-offset-4 hover:text-base-content hover:underline"
          >
            <Mail className="size-4" aria-hidden="true" />
            Write<span className="sr-only"> to {name}</span>
          </a>
        </div>
      </div>
    </article>
  );
}
