import { daysFrom, mondayOf } from '#contract/time/days.ts';
import { dayAt, wallTimeAt } from '#contract/time/wall-time.ts';
import { DAYS_OF_WEEK, type WeekLesson } from '#contract/weeks/calls.ts';
import { dayIn } from '#web/lib/address/address.ts';
import { clientConfig } from '#web/lib/page/config.ts';

const MINUTE_MS = 60_000;
const HOUR_MINUTES = 60;
const DAY_MINUTES = 24 * HOUR_MINUTES;
/** From 0, which is Monday. */
const SATURDAY = 5;

/** The day that it is at the school; in the browser only. */
export const today = (): string => dayAt(Date.now(), clientConfig().school.timezone ?? 'UTC');

/** The Monday of the week that an address names, or of the one that it is. */
export const mondayIn = (url: string): string =>
  mondayOf(dayIn(new URL(url).searchParams, 'from') ?? today());

/**
 * The days of a week that are shown, those of the weekend only up to the last that has a lesson or is today.
 */
export function daysShown(monday: string, days: readonly string[]): string[] {
  const week = daysFrom(monday, DAYS_OF_WEEK);
  return week.filter(
    (day, at) => at < SATURDAY || days.some((other) => other >= day && week.includes(other)),
  );
}

/**
 * Where a lesson stands on its day, in minutes of the clocks of a zone (IANA's name); one that goes on past
 * midnight ends with its day.
 */
export function spanOf({ startsat, endsat }: Pick<WeekLesson, 'startsat' | 'endsat'>, zone = 'UTC') {
  const [hours = 0, minutes = 0] = wallTimeAt(Date.parse(startsat), zone).slice(11).split(':').map(Number);
  const from = hours * HOUR_MINUTES + minutes;
  const length = (Date.parse(endsat) - Date.parse(startsat)) / MINUTE_MS;
  return { from, to: Math.min(from + length, DAY_MINUTES) };
}
