import { sql } from 'kysely';
import { addDays } from '#contract/time/days.ts';
import { type InZone, type Span, schoolDay, startOfDay } from '#server/database/rows/school-row.ts';
import type { Db, Row } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';

const HOUR_MS = 60 * 60_000;
/** The sums of so many days that are over are kept: longer than any list of sums reaches back. */
const KEPT_DAYS = 120;
/**
 * A day that has been over for so long gets no movement any more: processes' clocks are a few minutes apart.
 */
const CLOSED_AFTER_MS = HOUR_MS;
/** Days that were summed not long ago are summed again, for movements whose moment a wrong clock has set. */
const AGAIN_DAYS = 7;

/** A day of the school's: `2026-11-24`, and its moments. */
type Day = Span & { day: string };
type DaySum = Pick<Row<'ledgerdays'>, 'kind' | 'amount' | 'seats'> & { day: string };

/**
 * The days from one to another, both included; one that a zone left out, when it went over the date line, has
 * no moments.
 */
function daysBetween(school: InZone, first: string, last: string): Day[] {
  const days: Day[] = [];
  let from = startOfDay(school, first);
  for (let day = first; day <= last; day = addDays(day, 1)) {
    const to = startOfDay(school, addDays(day, 1));
    if (from < to) days.push({ day, from, to });
    from = to;
  }
  return days;
}

/** The first day that is not over, or not for long enough. */
const openDayOf = (school: InZone, now: number) => schoolDay(school, now - CLOSED_AFTER_MS);

const keyOf = ({ from, to }: Span) => `${from} ${to}`;

type Asked = {
  /** Days of the school's, both included. */
  first: string;
  last: string;
  now: number;
};

/**
 * What moved on each of the school's days from one to another, one sum a day and kind: the kept ones, and the
 * movements of the other days added up.
 */
export async function sumLedgerDays(db: Db, school: InZone, asked: Asked): Promise<DaySum[]> {
  const { kept, rest } = await takeKept(db, school, asked);
  return [...kept, ...(await sumMovements(db, rest))];
}

/** What moved on all of these days, in cents: by kind, each once or more. */
export async function sumLedgerSpan(
  db: Db,
  school: InZone,
  asked: Asked,
): Promise<Pick<DaySum, 'kind' | 'amount'>[]> {
  const { kept, rest } = await takeKept(db, school, asked);
  const [from, to] = [rest.at(0)?.from, rest.at(-1)?.to];
  if (from === undefined || to === undefined) return kept;
  const moved = await db
    .selectFrom('ledger')
    .select('kind')
    .select((of) => of.fn.sum<number>('amount').as('amount'))
    .where('createdat', '>=', from)
    .where('createdat', '<', to)
    .groupBy('kind')
    .execute();
  return [...kept, ...moved.map(({ kind, amount }) => ({ kind, amount: Number(amount) }))];
}

/**
 * The kept sums of the first of these days, and the other days: from the first one on that has none. Sums of
 * days that were other moments, before the school moved to another zone, do not count.
 */
async function takeKept(
  db: Db,
  school: InZone,
  { first, last, now }: Asked,
): Promise<{ kept: DaySum[]; rest: Day[] }> {
  const open = openDayOf(school, now);
  const days = daysBetween(school, first, last);
  const found = await db
    .selectFrom('ledgerdays')
    .selectAll()
    .where('startsat', '>=', startOfDay(school, first))
    .where('startsat', '<', startOfDay(school, last < open ? addDays(last, 1) : open))
    .orderBy('startsat')
    .execute();
  const sums = Map.groupBy(found, ({ startsat: from, endsat: to }) => keyOf({ from, to }));
  const missing = days.findIndex((day) => day.day >= open || !sums.has(keyOf(day)));
  const whole = missing < 0 ? days : days.slice(0, missing);
  return {
    kept: whole.flatMap((day) =>
      (sums.get(keyOf(day)) ?? []).map(({ kind, amount, seats }) => ({ day: day.day, kind, amount, seats })),
    ),
    rest: missing < 0 ? [] : days.slice(missing),
  };
}

/** The movements themselves, added up by day and kind. */
async function sumMovements(db: Db, days: readonly Day[]): Promise<DaySum[]> {
  const sums: DaySum[] = [];
  for (const run of runsOf(days)) sums.push(...(await sumRun(db, run)));
  return sums;
}

/** Days one after the other that are equally long: those on which clocks are changed are apart. */
function runsOf(days: readonly Day[]): [Day, ...Day[]][] {
  const runs: [Day, ...Day[]][] = [];
  for (const day of days) {
    const run = runs.at(-1);
    if (run && lengthOf(run[0]) === lengthOf(day)) run.push(day);
    else runs.push([day]);
  }
  return runs;
}

const lengthOf = ({ from, to }: Span) => to - from;

async function sumRun(db: Db, run: readonly [Day, ...Day[]]): Promise<DaySum[]> {
  const [first] = run;
  const last = run.at(-1) ?? first;
  // Written out, not bound: PostgreSQL would take two bound constants for different groups.
  const at = sql<number>`(createdat - ${sql.lit(first.from)}) / ${sql.lit(lengthOf(first))}`;
  const sums = await db
    .selectFrom('ledger')
    .select([at.as('at'), 'kind'])
    .select((of) => [of.fn.sum<number>('amount').as('amount'), of.fn.sum<number>('seats').as('seats')])
    .where('createdat', '>=', first.from)
    .where('createdat', '<', last.to)
    .groupBy([at, 'kind'])
    .execute();
  return sums.map(({ kind, ...sum }) => ({
    kind,
    day: run[Number(sum.at)]?.day ?? first.day,
    amount: Number(sum.amount),
    seats: Number(sum.seats),
  }));
}

/**
 * Keeps the sums of the days that are over, so that their movements are not added up again. Idempotent; safe
 * to call concurrently. A day that was kept while the clock was ahead, or by another zone, is no longer.
 */
export async function keepLedgerDays(db: Db, school: InZone, now: number): Promise<void> {
  const open = openDayOf(school, now);
  const days = daysBetween(school, addDays(open, -KEPT_DAYS), addDays(open, -1));
  const kept = await db.selectFrom('ledgerdays').select(['startsat', 'endsat']).distinct().execute();
  const known = new Set(kept.map(({ startsat: from, endsat: to }) => keyOf({ from, to })));
  const missing = days.findIndex((day) => !known.has(keyOf(day)));
  const again = days.length - AGAIN_DAYS;
  const summed = days.slice(missing < 0 ? again : Math.min(missing, again));
  const spans = new Map(days.map((day) => [day.day, day]));
  // Every day that is kept has a sum of its charges.
  const charges = summed.map(({ day }) => ({ day, kind: 'charge' as const, amount: 0, seats: 0 }));
  const sums = [...charges, ...(await sumMovements(db, summed))];
  const rows = new Map(
    sums.flatMap(({ day, ...sum }) => {
      const span = spans.get(day);
      return span ? [[`${day} ${sum.kind}`, { ...sum, startsat: span.from, endsat: span.to }]] : [];
    }),
  );
  const right = new Set(days.map(keyOf));
  const outside = kept.filter(({ startsat: from, endsat: to }) => !right.has(keyOf({ from, to })));
  await transact(db, async (tx) => {
    if (outside.length > 0) {
      const starts = outside.map(({ startsat }) => startsat);
      await tx.deleteFrom('ledgerdays').where('startsat', 'in', starts).execute();
    }
    await tx
      .insertInto('ledgerdays')
      .values([...rows.values()])
      .onConflict((c) =>
        c.columns(['startsat', 'kind']).doUpdateSet((update) => ({
          endsat: update.ref('excluded.endsat'),
          amount: update.ref('excluded.amount'),
          seats: update.ref('excluded.seats'),
        })),
      )
      .execute();
  });
}
