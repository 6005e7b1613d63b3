import { OVERVIEW_WAITING, OVERVIEW_WEEKS } from '#contract/reports.ts';
import type { Db, LedgerRow } from '#server/database/schema.ts';
import { countAttention } from '#server/features/payments/index.ts';
import * as queries from './queries.ts';

/** What an admin sees first: what waits, the seats, the people, and the latest weeks up to `now` (epoch milliseconds). */
export async function readOverview(db: Db, now: number) {
  const thisWeek = queries.weekOf(now);
  const firstWeek = thisWeek - OVERVIEW_WEEKS + 1;
  const sums = await queries.sumWeeks(db, queries.mondayOf(firstWeek));
  const sumOf = (week: number, kind: LedgerRow['kind']) =>
    sums.find((sum) => sum.week === week && sum.kind === kind) ?? { amount: 0, seats: 0 };
  const weeks = Array.from({ length: OVERVIEW_WEEKS }, (_, index) => {
    const week = firstWeek + index;
    const charges = sumOf(week, 'charge');
    const refunds = sumOf(week, 'refund');
    // Refused by the bank: the money comes back to the school, maybe weeks after it went.
    const failed = sumOf(week, 'refund_failed');
    const chargebacks = sumOf(week, 'chargeback');
    return {
      start: new Date(queries.mondayOf(week)).toISOString().slice(0, 10),
      seats: charges.seats - refunds.seats - chargebacks.seats + failed.seats,
      charged: charges.amount + failed.amount,
      refunded: refunds.amount + chargebacks.amount,
    };
  });
  return {
    waiting: await queries.findWaiting(db, OVERVIEW_WAITING),
    changed: await queries.countChanged(db),
    seats: await queries.sumSeats(db),
    users: await queries.countRoles(db),
    weeks,
    attention: await countAttention(db),
  };
}
