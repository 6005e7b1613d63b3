import type { HandKind } from '#contract/payments/calls.ts';
import type { Db } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';
import { type Actor, sumNote } from '#server/features/changes/index.ts';
import { notifyOfRefund, repricePlace } from '#server/features/enrolments/index.ts';
import { findMovements, insertMovement, notifyOfPayment } from '#server/features/ledger/index.ts';
import {
  findOrder,
  goesBackOf,
  isByHand,
  lockOrders,
  logPayment,
  moveOrder,
  type OrderRow,
  type Payments,
} from '#server/features/orders/index.ts';
import { ensure } from '#server/http/errors.ts';
import { notifyGivenBack, notifyPaidByHand } from './notify.ts';

/*
 * Money that comes and goes past the card service, which is never asked about it: an admin says that it came,
 * and that it was given back.
 */

type ByHandMovement = {
  id: string;
  kind: HandKind;
  key: string;
  actor: Actor;
  /** Another sum (cents) than was owed, and why. */
  amount?: number;
  reason?: string;
};

/**
 * Notes that what was owed for a place was paid at the school. The same key again changes nothing. Throws
 * `enrolment-not-found` where the place has ended or never was, and `already-paid`.
 */
export async function markPaid(payments: Payments, movement: ByHandMovement): Promise<void> {
  const { kind, actor } = movement;
  await once(payments, { ...movement, ledger: kind }, async (tx, order, now) => {
    ensure(order.state === 'enrolled', 'enrolment-not-found');
    ensure(order.paidby === 'due', 'already-paid');
    const { amount = order.amount, reason = null } = movement;
    const isOther = amount !== order.amount;
    if (isOther) await repricePlace(tx, order, { amount, amountreason: reason });
    const paid = await moveOrder(tx, order._id, ['enrolled'], { paidby: kind, paidat: now, now });
    if (!paid) throw new Error(`Order ${order._id} was moved past its lock.`);
    const logged = { actor, note: sumOf(paid), before: isOther ? reason : null, after: kind, now };
    await logPayment(tx, paid, { ...logged, action: 'paid' });
    await notifyPaidByHand(tx, paid);
    return paid;
  });
}

/**
 * Notes that what was paid by hand for a place that ended was given back, all that goes back of it. The same
 * key again changes nothing. Throws `enrolment-not-found` and `not-owed-back`.
 */
export async function markReturned(payments: Payments, movement: ByHandMovement): Promise<void> {
  const { kind, actor } = movement;
  const ledger = `${kind}_refund` as const;
  await once(payments, { ...movement, ledger }, async (tx, order, now) => {
    ensure(isByHand(order) && order.state === 'refund_due', 'not-owed-back');
    const refundid = refOf(movement);
    const change = { state: 'refunded' as const, refundid, attention: null, now };
    const back = await moveOrder(tx, order._id, ['refund_due'], change);
    if (!back) throw new Error(`Order ${order._id} was moved past its lock.`);
    const amount = goesBackOf(back);
    const note = sumNote(amount, back.currency);
    await logPayment(tx, back, { actor, action: 'given-back', note, after: kind, now });
    await notifyOfRefund(tx, back, { kind: ledger, ref: refundid, amount, now });
    await notifyGivenBack(tx, back, { kind, now });
    return back;
  });
}

const sumOf = ({ amount, currency }: OrderRow) => sumNote(amount, currency);
const refOf = ({ id, key }: ByHandMovement) => `${id}.${key}`;

type Once = ByHandMovement & { ledger: HandKind | `${HandKind}_refund` };

/** Lets an order's money move by hand, with its row locked; not a second time under the same key. */
async function once(
  { db, now }: Payments,
  movement: Once,
  move: (tx: Db, order: OrderRow, now: number) => Promise<OrderRow>,
): Promise<void> {
  const { id, ledger: kind } = movement;
  await transact(db, async (tx) => {
    const found = await findOrder(tx, id);
    ensure(found, 'enrolment-not-found');
    // By hand, an order is always paid alone.
    const [order] = await lockOrders(tx, found);
    const ref = refOf(movement);
    const known = await findMovements(tx, [order]);
    if (known.some((one) => one.ref === ref && one.kind === kind)) return;
    const createdat = now();
    const moved = await move(tx, order, createdat);
    const isIn = kind === 'cash' || kind === 'transfer';
    const amount = isIn ? moved.amount : goesBackOf(moved);
    // A seat is paid for while the school holds anything of its money.
    const seats = isIn ? 1 : order.earned > 0 ? 0 : -1;
    const movementid = await insertMovement(tx, { orderid: id, kind, ref, amount, seats, createdat });
    if (isIn) await notifyOfPayment(tx, { movementid, order: moved, userid: moved.userid, now: createdat });
  });
}
