import { OVERVIEW_WAITING, OVERVIEW_WEEKS } from '#contract/reports/calls.ts';
import { addDays, mondayOf } from '#contract/time/days.ts';
import { type InZone, schoolDay } from '#server/database/rows/school-row.ts';
import type { Db, LedgerRow } from '#server/database/schema.ts';
import { sumLedgerDays } from '#server/features/ledger/index.ts';
import { countFailedMails } from '#server/features/mails/index.ts';
import { countAttention } from '#server/features/orders/index.ts';
import * as queries from './queries.ts';

/**
 * What an admin sees first: what waits, the seats, the people, and the latest weeks of the school's up to
 * `now` (epoch milliseconds).
 */
export async function readOverview(db: Db, school: InZone, now: number) {
  const today = schoolDay(school, now);
  const first = addDays(mondayOf(today), -7 * (OVERVIEW_WEEKS - 1));
  const days = await sumLedgerDays(db, school, { first, last: addDays(mondayOf(today), 6), now });
  const sums = Map.groupBy(days, ({ day }) => mondayOf(day));
  const weeks = Array.from({ length: OVERVIEW_WEEKS }, (_, index) => {
    const start = addDays(first, 7 * index);
    const moved = sums.get(start) ?? [];
    const amountOf = (...wanted: LedgerRow['kind'][]) =>
      add(
        moved.filter(({ kind }) => wanted.includes(kind)),
        'amount',
      );
    return {
      start,
      seats: add(moved, 'seats'),
      // Refused by the bank: the money comes back to the school, maybe weeks after it went.
      charged: amountOf('charge', 'refund_failed', 'cash', 'transfer'),
      refunded: amountOf('refund', 'chargeback', 'cash_refund', 'transfer_refund'),
    };
  });
  return {
    waiting: await queries.findWaiting(db, OVERVIEW_WAITING),
    changed: await queries.countChanged(db),
    seats: await queries.sumSeats(db),
    users: await queries.countRoles(db),
    weeks,
    attention: await countAttention(db),
    failedmails: await countFailedMails(db, now),
  };
}

const add = (sums: readonly { amount: number; seats: number }[], column: 'amount' | 'seats') =>
  sums.reduce((total, sum) => total + sum[column], 0);
