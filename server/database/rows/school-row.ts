import type * as z from 'zod';
import type { School } from '#contract/school/schema.ts';
import { addDays } from '#contract/time/days.ts';
import { dayAt, momentOf } from '#contract/time/wall-time.ts';
import { ENGLISH, isShipped, type Shipped } from '#languages/languages.ts';
import type { Db, Row } from '#server/database/schema.ts';

/** The school as its records have it; money in cents. */
export type SchoolRecord = z.output<typeof School>;

/** The school as it is now. */
export type SchoolNow = SchoolRecord & {
  /** English as the school's country writes dates and money; undefined where no country is known. */
  locale: string | undefined;
};

/**
 * Gives the school as it is now. Outside of transactions only: after a change it is read on a connection of
 * its own.
 */
export type ReadSchool = () => Promise<SchoolNow>;

/** The zone by which days and months count: the school's, or UTC where none is entered. */
export type InZone = Pick<SchoolNow, 'timezone'>;

/** Moments (epoch milliseconds) from one until just before another. */
export type Span = { from: number; to: number };

/** The day that it is at the school at a moment (epoch milliseconds), `2026-11-24`. */
export const schoolDay = ({ timezone = 'UTC' }: InZone, moment: number): string => dayAt(moment, timezone);

/** The same of the month, `2026-11`. */
export const schoolMonth = (school: InZone, moment: number): string => schoolDay(school, moment).slice(0, 7);

/** The moment at which a day begins at the school. */
export function startOfDay({ timezone = 'UTC' }: InZone, day: string): number {
  const start = momentOf(`${day}T00:00`, timezone);
  if (start === undefined) throw new RangeError(`There is no day ${day}.`);
  return start;
}

/** The first and the last day of a month (`2026-09`). */
export function daysOfMonth(month: string): { first: string; last: string } {
  const first = `${month}-01`;
  // Thirty-one days after the first it is another month.
  const next = `${addDays(first, 31).slice(0, 7)}-01`;
  return { first, last: addDays(next, -1) };
}

/** The moments of a month at the school. */
export function spanOfMonth(school: InZone, month: string): Span {
  const { first, last } = daysOfMonth(month);
  return { from: startOfDay(school, first), to: startOfDay(school, addDays(last, 1)) };
}

type Profile = Omit<SchoolRecord, 'facts'>;

const HOUR_MS = 60 * 60_000;

/** What the school says of itself, with its facts; undefined before its first start. */
export async function findSchool(db: Db): Promise<SchoolRecord | undefined> {
  const row = await db.selectFrom('school').selectAll().executeTakeFirst();
  return row && { ...profileOf(row), facts: (await findFacts(db)).map(factOf) };
}

/** Events, voices and numbers, each kind in its order. */
const findFacts = (db: Db): Promise<Row<'facts'>[]> =>
  db.selectFrom('facts').selectAll().orderBy('kind').orderBy('position').orderBy('_id').execute();

const factOf = ({ _id, kind, ...fact }: Row<'facts'>): SchoolRecord['facts'][number] => ({
  _id,
  kind,
  title: fact.title ?? undefined,
  words: fact.words ?? undefined,
  byline: fact.byline ?? undefined,
  day: fact.day ?? undefined,
});

/** Those that are there in this version. */
function languagesOf({ languages }: Row<'school'>): Shipped[] {
  const chosen: string[] = languages === null ? [] : JSON.parse(languages);
  const shipped = chosen.filter(isShipped);
  return shipped.length > 0 ? shipped : [ENGLISH];
}

/** A row as readers get it: fields that are not filled in are left out. */
export const profileOf = (row: Row<'school'>): Profile => ({
  name: row.name,
  tagline: row.tagline ?? undefined,
  street: row.street ?? undefined,
  postcode: row.postcode ?? undefined,
  town: row.town ?? undefined,
  country: row.country ?? undefined,
  phone: row.phone ?? undefined,
  email: row.email ?? undefined,
  hours: row.hours ?? undefined,
  timezone: row.timezone ?? undefined,
  currency: row.currency,
  enrolmentPrice: row.enrolmentprice ?? 'class',
  cancelUntilHours: row.cancelwithin / HOUR_MS,
  cancelFrom: row.cancelfrom,
  missedlessons: row.missedlessons,
  noticehours: row.noticehours,
  catchupweeks: row.catchupweeks,
  catchupsaterm: row.catchupsaterm ?? undefined,
  registerdays: row.registerdays,
  trialfee: row.trialfee,
  reservemode: row.reservemode,
  reviewposts: row.reviewposts,
  logo: row.logo ?? undefined,
  palette: row.palette === null ? undefined : JSON.parse(row.palette),
  languages: languagesOf(row),
  welcome: row.welcome === null ? undefined : JSON.parse(row.welcome),
  lists: row.lists === null ? undefined : JSON.parse(row.lists),
  version: row.version,
});

/** The other way. */
export const rowOf = (profile: Profile): Row<'school'> => ({
  _id: 'school',
  name: profile.name,
  tagline: profile.tagline ?? null,
  street: profile.street ?? null,
  postcode: profile.postcode ?? null,
  town: profile.town ?? null,
  country: profile.country ?? null,
  phone: profile.phone ?? null,
  email: profile.email ?? null,
  hours: profile.hours ?? null,
  timezone: profile.timezone ?? null,
  currency: profile.currency,
  enrolmentprice: profile.enrolmentPrice === 'class' ? null : profile.enrolmentPrice,
  cancelwithin: Math.round(profile.cancelUntilHours * HOUR_MS),
  cancelfrom: profile.cancelFrom,
  missedlessons: profile.missedlessons,
  noticehours: profile.noticehours,
  catchupweeks: profile.catchupweeks,
  catchupsaterm: profile.catchupsaterm ?? null,
  registerdays: profile.registerdays,
  trialfee: profile.trialfee,
  reservemode: profile.reservemode,
  reviewposts: profile.reviewposts,
  logo: profile.logo ?? null,
  palette: profile.palette === undefined ? null : JSON.stringify(profile.palette),
  languages: JSON.stringify(profile.languages),
  welcome: profile.welcome === undefined ? null : JSON.stringify(profile.welcome),
  lists: profile.lists === undefined ? null : JSON.stringify(profile.lists),
  version: profile.version,
});
