import type { ReadSchool } from '#server/database/rows/school-row.ts';
import type { Db } from '#server/database/schema.ts';
import { type Fetching, fetchTimes, type Outcome } from './fetch-calendar.ts';

const DAY_MS = 24 * 60 * 60_000;
const BACK_MS = 14 * DAY_MS;
const AHEAD_MS = 200 * DAY_MS;
/** How often a calendar is read. */
export const EVERY_MS = 15 * 60_000;

export type BusyOptions = Omit<Fetching, 'signal'> & {
  db: Db;
  readSchool: ReadSchool;
  now: () => number;
};

/** Looks at the calendar at an address, for the days of which the school keeps anything; never rejects. */
export async function readCalendar(
  { readSchool, now, ...fetching }: BusyOptions & Partial<Pick<Fetching, 'signal'>>,
  url: string,
): Promise<Outcome> {
  const { timezone: zone = 'UTC' } = await readSchool();
  const moment = now();
  // By whole days, so that a calendar that has not changed gives the same times all day.
  const today = moment - (moment % DAY_MS);
  return fetchTimes(url, fetching, { from: today - BACK_MS, to: today + AHEAD_MS, zone });
}
