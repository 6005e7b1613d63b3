import type { Billing } from '#contract/classes/calls.ts';
import { addDays } from '#contract/time/days.ts';
import { inChunks } from '#server/database/lists/batches.ts';
import type { Db, Row } from '#server/database/schema.ts';
import { findNextLessons } from './count-lessons.ts';

/**
 * The term or calendar month of a class's next lesson: its first and its last day, how many of its lessons have
 * not begun, and of how many that are not cancelled.
 */
export type BilledPeriod = { from: string; to: string; name?: string | undefined; left: number; of: number };

type Billed = { _id: string; billing: Billing };

/**
 * The present period of each class that is billed by the term or month, by the class's id, at a moment (epoch
 * milliseconds). A class without a lesson to come has an empty one; outside of all terms it is what is left of
 * the class.
 */
export async function countPeriods(
  db: Db,
  classes: readonly Billed[],
  now: number,
): Promise<ReadonlyMap<string, BilledPeriod>> {
  const billed = classes.filter(({ billing }) => billing !== 'once');
  if (billed.length === 0) return new Map();
  const ids = billed.map(({ _id }) => _id);
  const [coming, terms] = await Promise.all([findNextLessons(db, ids, now), findTerms(db, billed)]);
  const lessons = Map.groupBy(await findHeld(db, ids), ({ classid }) => classid);
  return new Map(
    billed.map(({ _id, billing }) => {
      const own = lessons.get(_id) ?? [];
      const next = coming.get(_id)?.day;
      const period = next === undefined ? emptyOn(now) : periodOf(billing, next, { terms, own });
      const within = own.filter(({ day }) => period.from <= day && day <= period.to);
      const left = within.filter(({ startsat }) => startsat > now).length;
      return [_id, { ...period, left, of: within.length }];
    }),
  );
}

type Days = Pick<BilledPeriod, 'from' | 'to' | 'name'>;
type Held = Pick<Row<'lessons'>, 'classid' | 'day' | 'startsat'>;
type Term = Pick<Row<'terms'>, 'name' | 'firstday' | 'lastday'>;

/** No lesson is on it yet. */
const emptyOn = (now: number): Days => {
  const day = new Date(now).toISOString().slice(0, 10);
  return { from: day, to: day };
};

/** The days of a calendar month, `2026-11`. */
export function daysOfMonth(month: string): { from: string; to: string } {
  const from = `${month}-01`;
  // Thirty-one days after the first it is another month.
  return { from, to: addDays(`${addDays(from, 31).slice(0, 7)}-01`, -1) };
}

function periodOf(
  billing: Billing,
  day: string,
  { terms, own }: { terms: readonly Term[]; own: readonly Held[] },
): Days {
  if (billing === 'month') return daysOfMonth(day.slice(0, 7));
  // Of two that overlap, the one that began last.
  const term = terms.findLast(({ firstday, lastday }) => firstday <= day && day <= lastday);
  if (term) return { from: term.firstday, to: term.lastday, name: term.name };
  return { from: day, to: own.reduce((last, one) => (one.day > last ? one.day : last), day) };
}

const findTerms = async (db: Db, billed: readonly Billed[]): Promise<Term[]> =>
  billed.some(({ billing }) => billing === 'term')
    ? db.selectFrom('terms').select(['name', 'firstday', 'lastday']).orderBy('firstday').execute()
    : [];

/** Their lessons that are not cancelled. */
const findHeld = (db: Db, ids: readonly string[]): Promise<Held[]> =>
  inChunks(ids, (some) =>
    db
      .selectFrom('lessons')
      .select(['classid', 'day', 'startsat'])
      .where('classid', 'in', some)
      .where('state', '<>', 'cancelled')
      .execute(),
  );
