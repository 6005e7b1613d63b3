import type { Db } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';
import {
  balanceOf,
  balancesOf,
  countPaidSeats,
  findMovements,
  insertAllocations,
} from '#server/features/ledger/index.ts';
import {
  lockOrders,
  moveOrder,
  type OrderRow,
  type Payments,
  paymentIdOf,
} from '#server/features/orders/index.ts';
import { askCard } from './ask-card.ts';
import { findTaken, sumTaken } from './taken.ts';

/**
 * Before an order's money is sent back to a card that credit was given back to: what of the payment has gone
 * counts as the order's own refund, as far as the card cannot take all that is owed, and is the family's credit
 * again. Gives the order as it is then. Throws `provider-unavailable`.
 */
export async function countTaken(payments: Payments, order: OrderRow): Promise<OrderRow> {
  const { db, now, checkpoint } = payments;
  const paymentid = paymentIdOf(order);
  const begun = await findTaken(db, [paymentid]);
  if (begun.length === 0) return order;
  for (const { refund } of begun) if (refund.state === 'due') await askCard(payments, refund);
  const counted = await transact(db, async (tx) => {
    const orders = await lockOrders(tx, order);
    return countTakenIn(tx, orders, { _id: order._id, now: now() });
  });
  checkpoint('taken-counted');
  return counted;
}

/**
 * The same in a transaction that has locked all orders of the payment. What the card service is being asked for
 * others of them can be sent back no more.
 */
export async function countTakenIn(
  tx: Db,
  orders: readonly OrderRow[],
  { _id, now }: { _id: string; now: number },
): Promise<OrderRow> {
  const owing = orders.find((one) => one._id === _id);
  if (!owing) throw new Error('An order is among those of its payment.');
  if (owing.state !== 'refund_due') return owing;
  const known = await findMovements(tx, orders);
  const balances = balancesOf(orders, known);
  const held = orders.reduce((sum, one) => {
    const { received, returned } = balanceOf(balances, one);
    return sum + received - returned;
  }, 0);
  const asked = orders.reduce((sum, one) => {
    const isAsked = one._id !== _id && one.state === 'refund_due' && one.refundamount !== null;
    return isAsked ? sum + Math.min(one.refundamount ?? 0, balanceOf(balances, one).open) : sum;
  }, 0);
  const taken = await findTaken(tx, [paymentIdOf(owing)]);
  let short = balanceOf(balances, owing).open - (held - asked - sumTaken(taken));
  let movements = known;
  for (const { refund, ledgerid, left } of taken) {
    const amount = Math.min(short, left);
    if (amount <= 0 || ledgerid === null) continue;
    short -= amount;
    const of = { orderid: owing._id, amount, createdat: now };
    const movement = {
      ...of,
      ...{
        _id: ledgerid,
        checkoutid: owing.checkoutid,
        kind: 'refund' as const,
        ref: refund.refundid ?? '',
      },
    };
    const after = [...movements, { ...movement, seats: 0 }];
    const paid = countPaidSeats(orders, balancesOf(orders, after));
    const seats = paid - movements.reduce((sum, one) => sum + one.seats, 0);
    await insertAllocations(tx, [{ ...of, ledgerid, invoiceid: null, seats }]);
    movements = [...movements, { ...movement, seats }];
  }
  const last = movements.at(-1);
  if (movements.length === known.length || !last) return owing;
  if (!balanceOf(balancesOf(orders, movements), owing).isAllBack) return owing;
  const change = {
    state: 'refunded' as const,
    refundid: last.ref,
    attention: null,
    workat: null,
    now,
  };
  return (await moveOrder(tx, owing._id, ['refund_due'], change)) ?? owing;
}
