import type { Db } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';
import { AppError, ensure } from '#server/errors.ts';
import { freeTakenSeat } from '#server/features/classes/queries.ts';
import { deleteSelectionOf } from '#server/features/selections/queries.ts';
import { offerFreeSeats } from '#server/features/waitlist/queries.ts';
import { type CardRefund, CardRefusal } from '#server/providers/card-payments.ts';
import { cancelUntil, type Payments } from './payments.ts';
import { deleteEnrolment, findOrder, insertMovement, moveOrder, type OrderRow } from './queries.ts';
import { freeTransaction } from './record-payment.ts';

/** How often a refund that is under way is asked about. */
const PENDING_MS = 10 * 60_000;

/**
 * Ends an enrolment and sends the money back: a student's own until the deadline, any for an admin. The seat is free at once; where
 * the provider does not answer, the workers finish the refund. Throws `enrolment-not-found` and `cancel-too-late`.
 */
export async function cancelEnrolment(
  payments: Payments,
  id: string,
  caller: { email: string; role: string },
): Promise<OrderRow> {
  const order = await findOrder(payments.db, id);
  const isAdmin = caller.role === 'admin';
  ensure(order?.classid && (isAdmin || order.email === caller.email), 'enrolment-not-found');
  ensure(CANCELLABLE.has(order.state), 'enrolment-not-found');
  if (order.state === 'enrolled') {
    const isInTime = payments.now() < cancelUntil(payments, { date: order.paidat ?? order.createdat });
    ensure(isAdmin || isInTime, 'cancel-too-late');
  }
  const reason = isAdmin ? 'The school cancelled the enrolment.' : 'The student cancelled the enrolment.';
  const owing = await endEnrolment(payments, order, reason);
  return refundOrder(payments, owing).catch((error) => {
    if (error instanceof AppError && error.code === 'provider-unavailable') return owing;
    throw error;
  });
}

const CANCELLABLE = new Set<OrderRow['state']>(['enrolled', 'refund_due', 'refunded', 'refund_failed']);

/** Takes an enrolment out of every list; its seat goes to the line or to everybody. Gives the order, which then owes the money, unless none came. */
export async function endEnrolment(
  payments: Payments,
  order: OrderRow,
  reason: string,
  owing: 'refund_due' | 'expired' = 'refund_due',
): Promise<OrderRow> {
  const { db, now } = payments;
  const { _id, classid, email, amount } = order;
  const moment = now();
  const change =
    amount > 0
      ? { state: owing, workat: owing === 'refund_due' ? moment : null }
      : { state: 'refunded' as const, refundid: freeTransaction(order) };
  const ended = await transact(db, async (tx) => {
    const moved = await moveOrder(tx, _id, ['enrolled'], { ...change, reason, now: moment });
    if (moved && classid !== null) await giveSeatBack(tx, { _id, classid, email, moment });
    return moved ?? (await findOrder(tx, _id)) ?? order;
  });
  payments.changed();
  return ended;
}

async function giveSeatBack(
  tx: Db,
  { _id, classid, email, moment }: { _id: string; classid: string; email: string; moment: number },
) {
  await deleteEnrolment(tx, _id);
  await deleteSelectionOf(tx, { classid, email });
  await freeTakenSeat(tx, classid);
  await offerFreeSeats(tx, classid, moment);
}

/** Sends the money of an order that owes it back, once however often it is asked. Throws `provider-unavailable`. */
export async function refundOrder(payments: Payments, order: OrderRow): Promise<OrderRow> {
  const { db, cards, now, reach } = payments;
  if (order.state !== 'refund_due' || !order.intentid) return order;
  const refund = await cards.refund(order.intentid, refundKey(order)).catch((error) => {
    if (error instanceof CardRefusal) return undefined;
    throw error;
  });
  reach('refund-made');
  const change = refund
    ? { state: 'refunded' as const, refundid: refund.id, workat: dueAfter(refund, now()) }
    : {
        state: 'refund_failed' as const,
        // Under the same key the service would repeat its refusal for a day.
        refundattempt: order.refundattempt + 1,
        reason: 'The card service refused the refund.',
        workat: null,
      };
  return transact(db, async (tx) => {
    const moved = await moveOrder(tx, order._id, ['refund_due'], { ...change, now: now() });
    if (!moved) return (await findOrder(tx, order._id)) ?? order;
    if (!refund) return moved;
    const { id: ref, amount } = refund;
    await insertMovement(tx, { orderid: order._id, kind: 'refund', ref, amount, createdat: now() });
    return refund.status === 'failed' ? failRefund(payments, tx, moved, refund) : moved;
  });
}

const refundKey = ({ _id, refundattempt }: OrderRow) =>
  refundattempt === 0 ? `refund:${_id}` : `refund:${_id}:${refundattempt}`;

const dueAfter = ({ status }: CardRefund, now: number) => (status === 'pending' ? now + PENDING_MS : null);

/** Asks what became of a refund: a bank may refuse one later. Throws `provider-unavailable`. */
export async function checkRefund(payments: Payments, order: OrderRow): Promise<OrderRow> {
  const { db, cards, now } = payments;
  if (order.state !== 'refunded' || !order.refundid || !order.intentid) return order;
  const refund = await cards.readRefund(order.refundid);
  return transact(db, async (tx) => {
    if (refund.status === 'failed') return failRefund(payments, tx, order, refund);
    const change = { workat: dueAfter(refund, now()), now: now() };
    return (await moveOrder(tx, order._id, ['refunded'], change)) ?? order;
  });
}

/** The bank did not take the money: it lies with the school again, and an admin is shown so in the money check. */
async function failRefund(
  { now }: Payments,
  tx: Db,
  order: OrderRow,
  { id: ref, amount }: CardRefund,
): Promise<OrderRow> {
  const moved = await moveOrder(tx, order._id, ['refunded'], {
    state: 'refund_failed',
    refundid: null,
    refundattempt: order.refundattempt + 1,
    reason: 'The bank did not accept the refund.',
    workat: null,
    now: now(),
  });
  if (!moved) return (await findOrder(tx, order._id)) ?? order;
  await insertMovement(tx, { orderid: order._id, kind: 'refund_failed', ref, amount, createdat: now() });
  return moved;
}
