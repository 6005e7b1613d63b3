import { addDays } from '#contract/time/days.ts';
import { startOfDay } from '#server/database/rows/school-row.ts';

/**
 * The moment before which a lesson has to begin that makes up for one of a day: after so many weeks, on the
 * school's clocks, that day included. `zone` is an IANA name.
 */
export const untilOf = (day: string, { weeks, zone }: { weeks: number; zone: string }): number =>
  startOfDay({ timezone: zone }, addDays(day, weeks * 7 + 1));
