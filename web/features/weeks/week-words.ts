import type { BusyTime } from '#contract/busy/calls.ts';
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

/** Of a day that is busy as a whole so much is shown: nobody teaches at night. */
const SHOWN = { from: 8 * HOUR_MINUTES, to: 22 * HOUR_MINUTES };

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

type Busy = Pick<BusyTime, 'startsat' | 'endsat'>;

/**
 * Where times stand on the days on which they are, in minutes of the clocks of a zone (IANA's name), as far as
 * teachers are at work then.
 */
export function busyOn<B extends Busy>(days: readonly string[], times: readonly B[], zone = 'UTC') {
  return days.flatMap((day) =>
    times.flatMap((time) => {
      const [begins = 0, ends = 0] = [time.startsat, time.endsat].map((at) => minuteOn(day, at, zone));
      const [from, to] = [Math.max(begins, SHOWN.from), Math.min(ends, SHOWN.to)];
      return from < to ? [{ day, time, from, to }] : [];
    }),
  );
}

/** The minute of a day at a moment: the first of all where that is before, the last where it is after. */
function minuteOn(day: string, at: string, zone: string): number {
  const wall = wallTimeAt(Date.parse(at), zone);
  if (wall.slice(0, 10) < day) return 0;
  if (wall.slice(0, 10) > day) return DAY_MINUTES;
  const [hours = 0, minutes = 0] = wall.slice(11).split(':').map(Number);
  return hours * HOUR_MINUTES + minutes;
}

/** Those of some times during which a lesson is held that the teacher teaches. */
export const busyDuring = (
  { startsat, endsat, teacherid, state }: WeekLesson,
  times: readonly BusyTime[],
): BusyTime[] =>
  state === 'cancelled'
    ? []
    : times.filter(
        (time) => time.teacherid === teacherid && time.startsat < endsat && time.endsat > startsat,
      );
