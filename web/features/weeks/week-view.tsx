import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { BusyTime } from '#contract/busy/calls.ts';
import type { OwnRecital } from '#contract/recitals/calls.ts';
import { addDays, mondayOf } from '#contract/time/days.ts';
import { DAYS_OF_WEEK, type WeekLesson } from '#contract/weeks/calls.ts';
import { t } from '#languages/t.ts';
import { Empty } from '#web/components/list/empty.tsx';
import { toneAt } from '#web/components/people/name-mark.tsx';
import { type Family, isFamily, tagOf } from '#web/lib/family/family.ts';
import { rich } from '#web/lib/rich.ts';
import { DaysGrid } from './days-grid.tsx';
import { OwnLessonLines } from './lesson-lines.tsx';
import { WeekFrame } from './week-frame.tsx';

export type Week = {
  /** The Monday of the week that is shown. */
  monday: string;
  /** The day that it is at the school. */
  today: string;
  lessons: readonly WeekLesson[];
  /** When the account is busy by its own calendar; teachers alone give one. */
  busy?: readonly BusyTime[];
  /** Recitals of this week and later in which learners or students of the account take part. */
  recitals?: readonly OwnRecital[];
  family: Family;
};

type Props = {
  week: Week;
  /** Where more is said of a lesson. */
  linkOf: (lesson: WeekLesson) => string;
  /** What stands above the week. */
  children?: ReactNode;
  /** What a week without lessons leads to. */
  instead?: ReactNode;
};

/** The week of the signed-in account: the lessons of its learners, and those that it teaches. */
export function WeekView({ week, linkOf, children, instead }: Props) {
  const { monday, today, lessons, busy = [], family } = week;
  const sunday = addDays(monday, DAYS_OF_WEEK - 1);
  const recitals = (week.recitals ?? []).filter(({ day }) => monday <= day && day <= sunday);
  return (
    <WeekFrame title={t('areas.my_week')} monday={monday} today={today} lead={children}>
      {lessons.length + busy.length + recitals.length > 0 ? (
        <DaysGrid
          monday={monday}
          today={today}
          lessons={lessons}
          busy={busy}
          recitals={recitals}
          toneOf={(lesson) => toneOf(lesson, family)}
          show={(lesson) => <OwnLessonLines lesson={lesson} family={family} to={linkOf(lesson)} />}
        />
      ) : (
        <Empty
          sentence={
            monday === mondayOf(today) ? t('weeks.no_lessons_this_week') : t('weeks.no_lessons_in_this_week')
          }
        >
          {instead}
        </Empty>
      )}
      <p className="mt-6 text-quiet text-sm print:hidden">
        {rich('weeks.subscribe', {
          link: (words) => (
            <Link to="/account" className="link text-plum">
              {words}
            </Link>
          ),
        })}
      </p>
    </WeekFrame>
  );
}

/** Of whom of the family it is; of one that is for several, or that is taught, the school's own tone. */
function toneOf({ learners: [learner, ...others] }: WeekLesson, family: Family): string | undefined {
  if (!learner || others.length > 0 || !isFamily(family)) return undefined;
  return toneAt(tagOf(family, learner).position);
}
