import { reasonOf } from '#server/database/rows/reasons.ts';
import type { Db } from '#server/database/schema.ts';
import { notifyBelow, releasePlace } from '#server/features/enrolments/index.ts';
import {
  ALONE,
  findOrdersWith,
  HOLDING,
  moveOrder,
  moveOrders,
  type OrderRow,
  type Payments,
} from '#server/features/orders/index.ts';
import { deleteSelectionOf } from '#server/features/selections/index.ts';

/** Ends orders that cannot be paid any more, by one of them; the seats they held go back. */
export async function expireHold(
  payments: Pick<Payments, 'now' | 'seats'>,
  tx: Db,
  order: OrderRow,
  reason: string,
): Promise<OrderRow[]> {
  const change = { state: 'expired' as const, workat: null, reason, now: payments.now() };
  const ended = await moveOrders(tx, order, HOLDING, change);
  if (ended.length === 0) return findOrdersWith(tx, order);
  await releaseSeats(payments, tx, ended);
  for (const { reservedat, learnerid, classid } of ended) {
    if (reservedat === null || classid === null) continue;
    await deleteSelectionOf(tx, { learnerid, classid });
    await notifyBelow(tx, { classid, now: payments.now() });
  }
  return ended;
}

/** Gives back the seats of orders that hold none any more. */
export async function releaseSeats(
  { seats, now }: Pick<Payments, 'now' | 'seats'>,
  tx: Db,
  orders: readonly OrderRow[],
) {
  for (const order of orders) await releasePlace({ seats }, tx, order, now());
}

/** Why a reserved place ends whose learner is enrolled otherwise. */
export const REPLACED = reasonOf('orders.reservation_replaced');

/** Ends one reserved place, which is no part of any payment from then on. */
export async function endReserved(
  payments: Pick<Payments, 'now' | 'seats'>,
  tx: Db,
  { _id }: Pick<OrderRow, '_id'>,
  reason: string,
): Promise<void> {
  const apart = await moveOrder(tx, _id, ['held'], { ...ALONE, now: payments.now() });
  if (apart) await expireHold(payments, tx, apart, reason);
}
