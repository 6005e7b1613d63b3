import { Link } from 'react-router';
import { lessonReasonWords } from '#contract/messages/lesson-reasons.ts';
import type { WeekLesson } from '#contract/weeks/calls.ts';
import { t } from '#languages/t.ts';
import { OwnWords } from '#web/components/own-words.tsx';
import { ZoneNote } from '#web/components/time/zone-note.tsx';
import { useHours } from '#web/lib/formats/formats.ts';
import { rich } from '#web/lib/rich.ts';
import { NextLessons } from './next-lessons.tsx';

type Props = {
  /** The day that it is at the school. */
  today: string;
  /** Lessons of that day are among them. */
  lessons: readonly WeekLesson[];
  next: readonly WeekLesson[];
  /** The page of the week, where that is another. */
  weekPath?: string;
};

/** The lessons that the account teaches today, or else the next one; nothing where there is none. */
export function Today({ today, lessons, next, weekPath }: Props) {
  const { weekday } = useHours();
  const taught = lessons.filter(({ day, teaching }) => teaching && day === today);
  if (taught.length === 0)
    return (
      <NextLessons lessons={next.filter(({ teaching }) => teaching)} weekPath={weekPath} today={today}>
        {t('weeks.no_lessons_today')}
      </NextLessons>
    );
  return (
    <section aria-labelledby="today" className="panel mt-8 p-5 print:hidden">
      <div className="flex flex-wrap items-baseline justify-between gap-3">
        <h2 id="today" className="text-subheading">
          {t('weeks.today_is', { day: weekday(today) })}
        </h2>
        {weekPath && (
          <Link to={weekPath} className="link text-plum text-sm">
            {t('areas.my_week')}
          </Link>
        )}
      </div>
      {weekPath && <ZoneNote />}
      <ol className="mt-2 divide-y divide-base-300">
        {taught.map((lesson) => (
          <TaughtLesson key={lesson._id} lesson={lesson} />
        ))}
      </ol>
    </section>
  );
}

function TaughtLesson({ lesson }: { lesson: WeekLesson }) {
  const { hours } = useHours();
  const { _id, classid, classname, startsat, endsat, room, state, substitute } = lesson;
  const reason = lesson.reason && lessonReasonWords(lesson.reason);
  const isOff = state === 'cancelled';
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-2 py-3">
      <time
        dateTime={startsat}
        className={`w-36 font-display text-lg tabular-nums ${isOff ? 'text-quiet line-through' : 'font-semibold'}`}
      >
        {hours(startsat, endsat)}
      </time>
      <div className="min-w-0 flex-1 basis-44">
        <p className="wrap-anywhere font-semibold">
          <OwnWords>{classname}</OwnWords>
        </p>
        <p className="wrap-anywhere text-quiet text-sm">
          {[room, substitute && t('weeks.covering_too'), isOff && t('weeks.cancelled_too'), reason]
            .filter(Boolean)
            .join(', ')}
        </p>
      </div>
      <Link
        to={`/instructor/notes/${_id}`}
        className="btn btn-outline btn-sm btn-paper"
        aria-label={t('materials.notes_and_files_of', { name: classname })}
      >
        {t('materials.notes_and_files')}
      </Link>
      {!isOff && (
        <Link to={`/instructor/roster/${classid}`} className="btn btn-outline btn-sm btn-paper">
          {rich('weeks.roster_of', { classname, hidden: (text) => <span className="sr-only">{text}</span> })}
        </Link>
      )}
    </li>
  );
}
