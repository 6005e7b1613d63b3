import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { mondayOf } from '#contract/days.ts';
import type { WeekLesson } from '#contract/weeks.ts';
import { Empty } from '#web/components/empty.tsx';
import { Printer } from '#web/components/icons/printer.tsx';
import { toneAt } from '#web/components/name-mark.tsx';
import { PageHeading } from '#web/components/page-heading.tsx';
import { TimeGrid } from '#web/components/time-grid.tsx';
import { WeekLinks } from '#web/components/week-links.tsx';
import { ZoneNote } from '#web/components/zone-note.tsx';
import { useConfig } from '#web/lib/config.ts';
import { type Family, isFamily, tagOf } from '#web/lib/family.ts';
import { useHours } from '#web/lib/formats.ts';
import { LessonLines } from './lesson-lines.tsx';
import { daysShown, spanOf } from './week-words.ts';

export type Week = {
  /** The Monday of the week that is shown. */
  monday: string;
  /** The day that it is at the school. */
  today: string;
  lessons: readonly WeekLesson[];
  family: Family;
};

type Props = {
  week: Week;
  /** Where more is said of a lesson. */
  linkOf: (lesson: WeekLesson) => string;
  /** What stands above the grid. */
  children?: ReactNode;
  /** What a week without lessons leads to. */
  instead?: ReactNode;
};

/** The week of whoever is signed in: what their family and they themselves learn, and what they teach. */
export function WeekView({ week, linkOf, children, instead }: Props) {
  const { monday, today, lessons } = week;
  return (
    <div className="one-sheet">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <PageHeading title="My week" />
        {lessons.length > 0 && (
          <button type="button" className="btn btn-outline btn-sm print:hidden" onClick={() => print()}>
            <Printer className="size-4" aria-hidden="true" />
            Print
          </button>
        )}
      </div>
      {children}
      <div className="mt-6 mb-4 flex flex-wrap items-center justify-between gap-3">
        <WeekLinks monday={monday} today={today} />
        <ZoneNote at={lessons[0]?.startsat ?? `${monday}T12:00:00Z`} />
      </div>
      {lessons.length > 0 ? (
        <WeekGrid week={week} linkOf={linkOf} />
      ) : (
        <Empty sentence={`No lessons ${monday === mondayOf(today) ? 'this' : 'in this'} week.`}>
          {instead}
        </Empty>
      )}
      <p className="mt-6 text-quiet text-sm print:hidden">
        In the calendar of your phone, too:{' '}
        <Link to="/account" className="link text-plum">
          subscribe to your lessons
        </Link>
        .
      </p>
    </div>
  );
}

function WeekGrid({ week: { monday, today, lessons, family }, linkOf }: Pick<Props, 'week' | 'linkOf'>) {
  const { timezone } = useConfig().school;
  const { clock } = useHours();
  return (
    <TimeGrid
      label="Lessons of the week"
      columns={daysShown(monday, [today, ...lessons.map(({ day }) => day)]).map((day) => ({
        key: day,
        heading: <DayHeading day={day} today={today} />,
        isCurrent: day === today,
      }))}
      blocks={lessons.map((lesson) => ({
        ...spanOf(lesson, timezone),
        key: lesson._id,
        column: lesson.day,
        tone: toneOf(lesson, family),
        isOff: lesson.state === 'cancelled',
        children: <LessonLines lesson={lesson} family={family} to={linkOf(lesson)} />,
      }))}
      clock={clock}
      nothing="No lessons"
    />
  );
}

function DayHeading({ day, today }: { day: string; today: string }) {
  const { dayOfMonth } = useHours();
  return (
    <>
      {dayOfMonth(day)}
      {day === today && <span className="sr-only">, today</span>}
    </>
  );
}

/** Of whom of the family it is; of one that is for several, or that is taught, the school's own tone. */
function toneOf({ learners: [learner, ...others] }: WeekLesson, family: Family): string | undefined {
  if (!learner || others.length > 0 || !isFamily(family)) return undefined;
  return toneAt(tagOf(family, learner).position);
}
