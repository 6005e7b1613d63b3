import { isOffice } from '#contract/users/calls.ts';
import type { Caller } from '#server/auth/queries.ts';
import { reasonOf } from '#server/database/rows/reasons.ts';
import { transact } from '#server/database/transact.ts';
import { endEnrolment, findEnrolment, STUDENT_CANCELLED } from '#server/features/enrolments/index.ts';
import { balanceOf, balancesOf, findMovements, payByCredit } from '#server/features/ledger/index.ts';
import {
  cancelUntil,
  findOrder,
  isPaid,
  isTrial,
  lockOrders,
  moveOrder,
  type OrderRow,
  type Payments,
} from '#server/features/orders/index.ts';
import { AppError, ensure } from '#server/http/errors.ts';
import { type CardRefund, CardRefusal } from '#server/services/card-payments.ts';
import { countTaken, countTakenIn } from './family/count-taken.ts';
import { gaveCredit } from './family/taken.ts';
import { endRefundAttempt, recordReturns, settleReturns } from './record-returns.ts';

/**
 * Ends an enrolment and sends the money back, but for lessons that were held: a student's own until the
 * deadline, any for the office. The seat is free at once; where the provider does not answer, the workers
 * finish the refund. Throws `enrolment-not-found` and `cancel-too-late`.
 */
export async function cancelEnrolment(
  payments: Payments,
  id: string,
  caller: Pick<Caller, '_id' | 'name' | 'role'>,
): Promise<OrderRow> {
  const order = await findOrder(payments.db, id);
  const byOffice = isOffice(caller.role);
  ensure(order?.classid && isPaid(order), 'enrolment-not-found');
  // A family gives a trial back by a call of its own, with a time of its own.
  ensure(byOffice || !isTrial(order), 'enrolment-not-found');
  if (order.state === 'enrolled') {
    const enrolment = await findEnrolment(payments.db, id);
    // Where there is none any more, another call has just cancelled it.
    const isLate = enrolment && payments.now() >= cancelUntil(await payments.terms(), enrolment);
    ensure(byOffice || !isLate, 'cancel-too-late');
  }
  const ending = byOffice
    ? {
        reason: reasonOf('orders.school_cancelled'),
        by: { actor: caller, action: 'cancelled' as const },
      }
    : { reason: STUDENT_CANCELLED };
  const owing = await endEnrolment(payments, order, { ...ending, keeps: 'lessons' });
  return refundOrder(payments, owing).catch((error) => {
    if (error instanceof AppError && error.code === 'provider-unavailable') return owing;
    throw error;
  });
}

/**
 * Sends the money of an order that owes it back, once however often it is asked; gives the order as it is
 * then. Throws `provider-unavailable`.
 */
export async function refundOrder(payments: Payments, order: OrderRow): Promise<OrderRow> {
  const { checkpoint } = payments;
  // Of a payment that credit was given back of, the card takes less.
  let owing = await countTaken(payments, order);
  // What went back already is known before a sum is named: only the list tells of a refund whose answer was
  // lost long ago.
  if (isPartial(owing)) owing = sameOf(await settleReturns(payments, order, { disputed: false }), order);
  while (owing.state === 'refund_due' && owing.intentid !== null) {
    if (isPartial(owing)) {
      owing = await keepRefundAmount(payments, owing);
      checkpoint('refund-amount-kept');
    }
    const asked = owing;
    const { made, ...answer } = await askForRefund(payments, asked);
    owing = answer.order;
    if (owing.state === 'refund_due') owing = await endRefundAttempt(payments, asked, made);
  }
  // What a card could not take back is credit again.
  if (await gaveCredit(payments.db, [owing]))
    await payByCredit(payments.db, { userid: owing.userid, now: payments.now() });
  return owing;
}

/**
 * Whether something of the payment stays with the school: for others that it paid, or for lessons that were
 * held.
 */
const isPartial = ({ checkoutid, earned }: OrderRow) => checkoutid !== null || earned > 0;

/**
 * Names what is owed for an order of whose payment something stays, and holds to it: under one key the
 * provider is asked for one sum.
 */
async function keepRefundAmount({ db, now }: Payments, order: OrderRow): Promise<OrderRow> {
  return transact(db, async (tx) => {
    const orders = await lockOrders(tx, order);
    const due = sameOf(orders, order);
    if (due.state !== 'refund_due' || due.refundamount !== null) return due;
    // Another place of the payment may have been asked for since what is left was looked at.
    const owing = await countTakenIn(tx, orders, { _id: due._id, now: now() });
    if (owing.state !== 'refund_due') return owing;
    const { open } = balanceOf(balancesOf(orders, await findMovements(tx, orders)), owing);
    const change = { refundamount: open, now: now() };
    return (await moveOrder(tx, owing._id, ['refund_due'], change)) ?? owing;
  });
}

/**
 * Asks the provider for a refund, and then for all that went back. Gives the refund as it is then, undefined
 * where it was refused.
 */
async function askForRefund(
  payments: Payments,
  order: OrderRow,
): Promise<{ order: OrderRow; made?: CardRefund }> {
  const { cards, checkpoint } = payments;
  const { _id: orderid, intentid, state, refundamount: amount } = order;
  if (state !== 'refund_due' || intentid === null) return { order };
  const part = amount === null ? undefined : { orderid, amount };
  const made = await cards.refund(intentid, refundKey(order), part).catch(refusedAsNone);
  checkpoint('refund-made');
  // It may be a part only, of what others have not sent back before; or it is refused since they have sent
  // all.
  const refunds = await cards.listRefunds(intentid).catch(refusedAsNone);
  const disputes = made ? null : await cards.listDisputes(intentid).catch(refusedAsNone);
  const known = refunds ?? [];
  const listed = made && known.find(({ id }) => id === made.id);
  const all = made && !listed ? [made, ...known] : known;
  const settled = await recordReturns(payments, order, {
    refunds: all,
    disputes: disputes === undefined ? [] : disputes,
  });
  return { order: sameOf(settled, order), made: listed ?? made };
}

const sameOf = (orders: readonly OrderRow[], order: OrderRow) =>
  orders.find(({ _id }) => _id === order._id) ?? order;

function refusedAsNone(error: unknown): undefined {
  if (!(error instanceof CardRefusal)) throw error;
}

const refundKey = ({ _id, refundattempt }: OrderRow) =>
  refundattempt === 0 ? `refund:${_id}` : `refund:${_id}:${refundattempt}`;
