import { Link } from 'react-router';
import { classPath } from '#contract/classes/calls.ts';
import { weekdayName } from '#contract/formats.ts';
import { teacherName } from '#contract/former.ts';
import type { TimetableLesson, TimetableWeek } from '#contract/timetable/calls.ts';
import { t } from '#languages/t.ts';
import { useOwnLanguage, useOwnWords } from '#web/components/own-words.tsx';
import { useHours } from '#web/lib/formats/formats.ts';
import { LESSON_STATE_WORDS } from '#web/lib/formats/lesson-state.ts';
import { rich } from '#web/lib/rich.ts';

const DAY_MS = 24 * 60 * 60_000;

const dayAfter = (monday: string, days: number) =>
  new Date(Date.parse(monday) + days * DAY_MS).toISOString().slice(0, 10);

type Week = Pick<TimetableWeek, 'from' | 'today' | 'closed'> & { lessons: readonly TimetableLesson[] };

/**
 * A week, a day beside the other; on a phone one below the other. Saturday and Sunday are there where
 * something is on them.
 */
export function WeekColumns({ from, today, closed, lessons }: Week) {
  const days = Array.from({ length: 7 }, (_, at) => {
    const weekday = weekdayName(at + 1);
    const day = dayAfter(from, at);
    const name = closed.find((one) => one.day === day)?.name;
    return { weekday, day, closed: name, lessons: lessons.filter((lesson) => lesson.day === day) };
  });
  const shown = days.filter(({ lessons, closed }, at) => at < 5 || lessons.length > 0 || closed);
  return (
    <ol className="week" data-days={shown.length}>
      {shown.map((day) => (
        <Day key={day.day} {...day} isToday={day.day === today} />
      ))}
    </ol>
  );
}

type DayProps = {
  weekday: string;
  day: string;
  isToday: boolean;
  closed: string | undefined;
  lessons: readonly TimetableLesson[];
};

function Day({ weekday, day, isToday, closed, lessons }: DayProps) {
  const { shortDay } = useHours();
  const own = useOwnWords();
  return (
    <li data-today={isToday || undefined} data-empty={(lessons.length === 0 && !closed) || undefined}>
      <h2 aria-current={isToday ? 'date' : undefined}>
        {weekday} <span>{shortDay(day)}</span>
        {isToday && <em>{t('timetable.today')}</em>}
      </h2>
      {closed && <p className="week-closed">{rich('timetable.closed', { closed: own(closed) })}</p>}
      {lessons.length === 0 && !closed && <p>{t('timetable.no_lessons')}</p>}
      <ol>
        {lessons.map((lesson) => (
          <Lesson key={lesson._id} {...lesson} />
        ))}
      </ol>
    </li>
  );
}

/** The day and the hours come first, for readers who look for a time. */
function Lesson({ classid, classname, instructorname, room, startsat, endsat, state }: TimetableLesson) {
  const { hours } = useHours();
  const lang = useOwnLanguage();
  return (
    <li data-state={state}>
      <p>
        <time dateTime={startsat}>{hours(startsat, endsat)}</time>
        {state !== 'planned' && <strong>{t(LESSON_STATE_WORDS[state])}</strong>}
      </p>
      <p>
        <Link to={classPath({ _id: classid })} lang={lang}>
          {classname}
        </Link>
      </p>
      <p>
        <span>{teacherName(instructorname)}</span>
        {room && <span lang={lang}>{room}</span>}
      </p>
    </li>
  );
}
