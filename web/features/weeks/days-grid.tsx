import type { ReactNode } from 'react';
import type { BusyTime } from '#contract/busy/calls.ts';
import type { OwnRecital } from '#contract/recitals/calls.ts';
import type { WeekLesson } from '#contract/weeks/calls.ts';
import { t } from '#languages/t.ts';
import { OwnWords } from '#web/components/own-words.tsx';
import { type GridBlock, type GridColumn, TimeGrid } from '#web/components/time/time-grid.tsx';
import { useHours } from '#web/lib/formats/formats.ts';
import { useConfig } from '#web/lib/page/config.ts';
import { busyOn, daysShown, spanOf } from './week-words.ts';

type Lessons = {
  lessons: readonly WeekLesson[];
  /** The colour of a lesson's edge. */
  toneOf?: (lesson: WeekLesson) => string | undefined;
  show: (lesson: WeekLesson) => ReactNode;
};

type Props = Lessons & {
  /** The Monday of the week. */
  monday: string;
  /** The day that it is at the school. */
  today: string;
  /** When the reader is busy by their own calendar. */
  busy?: readonly BusyTime[];
  /** Recitals in which the reader’s learners or students take part. */
  recitals?: readonly OwnRecital[];
};

/** The lessons of a week, a column a day. */
export function DaysGrid({ monday, today, busy = [], recitals = [], ...lessons }: Props) {
  const { timezone } = useConfig().school;
  const { dayOfMonth, hours } = useHours();
  const days = daysShown(monday, [today, ...[...lessons.lessons, ...recitals].map(({ day }) => day)]);
  const columns = days.map((day) => ({
    key: day,
    heading: (
      <span className="inline-block first-letter:uppercase">
        {day === today ? t('weeks.day_is_today', { day: dayOfMonth(day) }) : dayOfMonth(day)}
      </span>
    ),
    isCurrent: day === today,
  }));
  return (
    <LessonGrid
      {...lessons}
      label={t('weeks.lessons_of_week')}
      columns={columns}
      columnOf={({ day }) => day}
      others={[
        ...recitalBlocks(recitals, timezone, hours),
        ...busyOn(days, busy, timezone).map(({ day, time, from, to }) => ({
          key: `${day} ${time.startsat}`,
          column: day,
          from,
          to,
          tone: 'var(--color-quiet)',
          isOff: true,
          children: (
            <>
              <p className="text-quiet tabular-nums">{hours(time.startsat, time.endsat)}</p>
              <p className="text-quiet">{t('busy.busy')}</p>
            </>
          ),
        })),
      ]}
    />
  );
}

type Hours = ReturnType<typeof useHours>['hours'];

/** Evenings among lessons: when, what and where. */
const recitalBlocks = (
  recitals: readonly OwnRecital[],
  zone: string | undefined,
  hours: Hours,
): GridBlock[] =>
  recitals.map((recital) => ({
    ...spanOf(recital, zone),
    key: recital._id,
    column: recital.day,
    isOff: recital.cancelled,
    children: (
      <>
        <p className="tabular-nums">
          <time
            dateTime={recital.startsat}
            className={`whitespace-nowrap ${recital.cancelled ? 'line-through' : 'font-semibold'}`}
          >
            {hours(recital.startsat, recital.endsat)}
          </time>{' '}
          {recital.cancelled && (
            <span className="font-semibold text-error">{t('recitals.is_called_off')}</span>
          )}
        </p>
        <p className="wrap-anywhere font-semibold">
          <OwnWords>{recital.name}</OwnWords>
        </p>
        <p className="wrap-anywhere text-quiet">
          {[recital.room, ...recital.learners.map(({ learnername }) => learnername)]
            .filter(Boolean)
            .join(', ')}
        </p>
      </>
    ),
  }));

/** Lessons in columns of whatever kind. */
export function LessonGrid({
  label,
  columns,
  columnWidth,
  columnOf,
  lessons,
  others = [],
  toneOf,
  show,
}: Lessons & {
  label: string;
  columns: readonly GridColumn[];
  columnWidth?: string;
  /** The key of a lesson's column. */
  columnOf: (lesson: WeekLesson) => string;
  /** What else stands in the columns. */
  others?: readonly GridBlock[];
}) {
  const { timezone } = useConfig().school;
  const { clock } = useHours();
  return (
    <TimeGrid
      label={label}
      columns={columns}
      columnWidth={columnWidth}
      blocks={[
        ...lessons.map((lesson) => ({
          ...spanOf(lesson, timezone),
          key: lesson._id,
          column: columnOf(lesson),
          tone: toneOf?.(lesson),
          isOff: lesson.state === 'cancelled',
          children: show(lesson),
        })),
        ...others,
      ]}
      clock={clock}
      nothing={t('timetable.no_lessons')}
    />
  );
}
