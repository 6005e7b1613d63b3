import { sql } from 'kysely';
import type { Db, Row } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
/** For how long the sums of a day are kept from when it began: longer than any list of sums reaches back. */
const KEPT_DAYS = 120;
/** A day that has been over for so long gets no movement any more: processes' clocks are a few minutes apart. */
const CLOSED_AFTER_MS = HOUR_MS;
/** Days that were summed not long ago are summed again, for movements whose moment a wrong clock has set. */
const AGAIN_DAYS = 7;

type DaySum = Row<'ledgerdays'>;

/** A day's number, counted from 1 January 1970 in UTC, and the moment at which it begins in epoch milliseconds. */
export const dayOf = (ms: number) => Math.floor(ms / DAY_MS);
export const startOf = (day: number) => day * DAY_MS;

/** The first day that is not over, or not for long enough. */
const openDayOf = (now: number) => dayOf(now - CLOSED_AFTER_MS);

/** What moved on each day from `day` on, one sum a day and kind: the kept ones, and the movements of the latest days added up. */
export async function sumLedgerDays(db: Db, day: number, now: number): Promise<DaySum[]> {
  const open = openDayOf(now);
  const kept = await db
    .selectFrom('ledgerdays')
    .selectAll()
    .where('day', '>=', day)
    .where('day', '<', open)
    .orderBy('day')
    .execute();
  const from = firstMissing(kept, day);
  const whole = kept.filter((sum) => sum.day < from);
  return [...whole, ...(await sumMovementsByDay(db, { from }))];
}

/** The first day from `day` on of which no sum is kept; every day that is kept has one of its charges. */
function firstMissing(kept: readonly Pick<DaySum, 'day'>[], day: number): number {
  const days = new Set(kept.map((sum) => sum.day));
  let missing = day;
  while (days.has(missing)) missing += 1;
  return missing;
}

/** The movements themselves, added up by day and kind. */
async function sumMovementsByDay(db: Db, { from, to }: { from: number; to?: number }): Promise<DaySum[]> {
  // Written out, not bound: PostgreSQL would take two bound constants for different groups.
  const day = sql<number>`createdat / ${sql.lit(DAY_MS)}`;
  const sums = await db
    .selectFrom('ledger')
    .select([day.as('day'), 'kind'])
    .select((of) => [of.fn.sum<number>('amount').as('amount'), of.fn.sum<number>('seats').as('seats')])
    .where('createdat', '>=', startOf(from))
    .$if(to !== undefined, (query) => query.where('createdat', '<', startOf(to as number)))
    .groupBy([day, 'kind'])
    .execute();
  return sums.map(({ kind, ...sum }) => ({
    kind,
    day: Number(sum.day),
    amount: Number(sum.amount),
    seats: Number(sum.seats),
  }));
}

/**
 * Keeps the sums of the days that are over, so that nobody adds up their movements again. Idempotent; safe to call concurrently. A day
 * that was kept while the clock was ahead is no longer.
 */
export async function keepLedgerDays(db: Db, now: number): Promise<void> {
  const open = openDayOf(now);
  const first = open - KEPT_DAYS;
  const kept = await db.selectFrom('ledgerdays').select('day').where('kind', '=', 'charge').execute();
  const from = Math.max(first, Math.min(firstMissing(kept, first), open - AGAIN_DAYS));
  const sums = await sumMovementsByDay(db, { from, to: open });
  const charges = Array.from({ length: open - from }, (_, at) => ({
    ...{ day: from + at, kind: 'charge' as const },
    ...{ amount: 0, seats: 0 },
  }));
  const days = new Map([...charges, ...sums].map((sum) => [`${sum.day} ${sum.kind}`, sum]));
  await transact(db, async (tx) => {
    const outside = tx.deleteFrom('ledgerdays');
    await outside.where((day) => day.or([day('day', '<', first), day('day', '>=', open)])).execute();
    await tx
      .insertInto('ledgerdays')
      .values([...days.values()])
      .onConflict((c) =>
        c.columns(['day', 'kind']).doUpdateSet((update) => ({
          amount: update.ref('excluded.amount'),
          seats: update.ref('excluded.seats'),
        })),
      )
      .execute();
  });
}
