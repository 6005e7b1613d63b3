import type { Clash } from '#contract/lessons/calls.ts';
import { lessonReasonWords } from '#contract/messages/lesson-reasons.ts';
import { t } from '#languages/t.ts';

type Skipped = { day: string; closure: string };

/**
 * What is in the way of a class, each once with its days, in the order in which they come; `hoursOf` says
 * from when to when it is.
 */
export const groupClashes = (
  clashes: readonly Clash[],
  classname: string,
  hoursOf: (clash: Clash) => string,
) =>
  daysOf(clashes, (clash) => `${clash.kind} ${clash.with} ${hoursOf(clash)}`).map(([clash, days]) => ({
    words: clashWords(clash, classname, hoursOf(clash)),
    days,
  }));

/** Closing days, each name once with its days. */
export const groupSkipped = (skipped: readonly Skipped[]) =>
  daysOf(skipped, ({ closure }) => closure).map(([{ closure }, days]) => ({
    words: lessonReasonWords(closure),
    days,
  }));

/** Days month by month; `first` is the first day that there is of one. */
export const groupByMonth = (lessons: readonly { day: string }[]) =>
  daysOf(lessons, ({ day }) => day.slice(0, 7)).map(([{ day }, days]) => ({ first: day, days }));

/** Rows by what they have in common: the first of each, with the days of all, none twice. */
function daysOf<Row extends { day: string }>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
): [Row, string[]][] {
  const groups = new Map<string, [Row, string[]]>();
  for (const row of rows) {
    const known = groups.get(keyOf(row));
    if (!known) groups.set(keyOf(row), [row, [row.day]]);
    else if (known[1].at(-1) !== row.day) known[1].push(row.day);
  }
  return [...groups.values()];
}

/** What is in the way, as the days are told that follow. */
function clashWords({ kind, with: other }: Clash, classname: string, hours: string): string {
  if (kind === 'learner') return t('plans.learner_has_class_then', { name: other });
  // Two times of its own that overlap.
  if (other === classname) return t('plans.class_meets_then');
  return kind === 'room'
    ? t('plans.class_has_room_then', { classname: other, hours })
    : t('plans.teacher_has_class_then', { classname: other, hours });
}
