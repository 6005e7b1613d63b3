import { OVERVIEW_WAITING, OVERVIEW_WEEKS } from '#contract/reports.ts';
import type { Db, LedgerRow } from '#server/database/schema.ts';
import { countFailedMails } from '#server/features/mails/index.ts';
import { countAttention, dayOf, startOf, sumLedgerDays } from '#server/features/payments/index.ts';
import * as queries from './queries.ts';

/** What an admin sees first: what waits, the seats, the people, and the latest weeks up to `now` (epoch milliseconds). */
export async function readOverview(db: Db, now: number) {
  const thisWeek = queries.weekOf(now);
  const firstWeek = thisWeek - OVERVIEW_WEEKS + 1;
  const days = await sumLedgerDays(db, dayOf(queries.mondayOf(firstWeek)), now);
  const sums = Map.groupBy(days, ({ day }) => queries.weekOf(startOf(day)));
  const weeks = Array.from({ length: OVERVIEW_WEEKS }, (_, index) => {
    const week = firstWeek + index;
    const moved = sums.get(week) ?? [];
    const amountOf = (...wanted: LedgerRow['kind'][]) =>
      add(
        moved.filter(({ kind }) => wanted.includes(kind)),
        'amount',
      );
    return {
      start: new Date(queries.mondayOf(week)).toISOString().slice(0, 10),
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
