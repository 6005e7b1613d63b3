import type { Formats } from '#contract/formats.ts';
import type { Term } from '#contract/terms/calls.ts';
import { addDays } from '#contract/time/days.ts';

export type Period = { from: string; to: string };

/** The days of the calendar month of a day. */
export function monthOf(day: string): Period {
  const from = `${day.slice(0, 7)}-01`;
  // Thirty-one days after the first it is another month.
  return { from, to: addDays(`${addDays(from, 31).slice(0, 7)}-01`, -1) };
}

/** What is billed as a rule: this month, the next one, and terms that are not over. */
export function usualPeriods(
  today: string,
  terms: readonly Term[],
  { month }: Pick<Formats, 'month'>,
): (Period & { label: string })[] {
  const now = monthOf(today);
  const next = monthOf(addDays(now.to, 1));
  return [
    ...[now, next].map((period) => ({ ...period, label: month(period.from) })),
    ...terms
      .filter(({ lastday }) => lastday >= today)
      .map(({ name, firstday, lastday }) => ({ from: firstday, to: lastday, label: name })),
  ];
}
