import { isUniqueViolation } from '#server/database/open.ts';
import { transact } from '#server/database/transact.ts';
import { AppError, ensure } from '#server/http/errors.ts';
import { checkAges } from './check-ages.ts';
import { expireOrder } from './expire-order.ts';
import { findOpenOrder, findOrderByIntent, moveOrder, type OrderRow } from './order-queries.ts';
import { freeTransaction } from './paid-by-hand.ts';
import { type Payments, priceOf, type Student } from './payments.ts';
import { recordEnrolment, settle } from './settle.ts';
import { findOpenClass, holdSeat } from './start-payment.ts';

type EnrolInput = Student & { classid: string };

/**
 * Enrols a student who says that they paid; what the provider says decides. Gives the enrolment's id, the same every time. Throws
 * `payment-not-found` unless it is this student's own finished payment for this class, and `payment-returned` when the money goes back.
 */
export async function recordPayment(
  payments: Payments,
  {
    userid,
    classid,
    transactionId,
    price,
  }: Omit<EnrolInput, 'learnerid'> & { transactionId: string; price: number },
): Promise<string> {
  const order = await findOrderByIntent(payments.db, transactionId);
  ensure(order?.userid === userid, 'payment-not-found');
  ensure(order.classid === null || order.classid === classid, 'payment-not-found');
  refuseReturned(order);
  ensure(price === order.amount, 'price-differs');
  if (order.state === 'enrolled') return order._id;
  if (order.classid === null) await checkBinding(payments, order, classid);

  const settled = await settle(payments, transactionId, { classid, known: order });
  if (settled?.state === 'enrolled' && settled.classid === classid) return settled._id;
  if (settled?.state === 'refund_due') payments.wake();
  if (settled) refuseReturned(settled);
  throw new AppError('payment-not-found');
}

const RETURNED: { readonly [S in OrderRow['state']]?: string } = {
  refund_due: 'The money goes back to the card.',
  refunded: 'The money has gone back to the card.',
  refund_failed: 'The money could not be sent back to the card yet: please ask the school.',
};

/** Throws `payment-returned`, with what became of the money, for an order that enrols nobody any more. */
function refuseReturned({ state, reason }: OrderRow) {
  const fate = RETURNED[state];
  if (fate) throw new AppError('payment-returned', { detail: reason ? `${reason} ${fate}` : fate });
}

async function checkBinding(payments: Payments, order: OrderRow, classid: string) {
  const wanted = await findOpenClass(payments, classid);
  const terms = await payments.terms();
  ensure(order.amount === priceOf(terms, wanted), 'price-differs');
  await checkAges(payments, terms, [{ ...order, wanted }]);
}

/** Enrols a student in a class that costs nothing: an order like any other, settled without a provider. Gives the enrolment's id. */
export async function enrolFree(payments: Payments, input: EnrolInput): Promise<string> {
  const { db, now, seats } = payments;
  const wanted = await findOpenClass(payments, input.classid);
  const terms = await payments.terms();
  ensure(priceOf(terms, wanted) === 0, 'price-differs');
  await checkAges(payments, terms, [{ ...input, wanted }]);
  const known = await findOpenOrder(db, input);
  if (known?.state === 'enrolled') return known._id;
  // Begun when the class still had a price.
  if (known) await expireOrder(payments, known);

  const enrolled = await transact(db, async (tx) => {
    const { currency } = terms;
    const held = await holdSeat(payments, tx, { ...input, amount: 0, currency });
    const change = { state: 'enrolled' as const, workat: null, paidat: now(), now: now() };
    const enrolled = await moveOrder(tx, held._id, ['held'], change);
    const { classid } = input;
    const classname = await seats.enrol(tx, { classid, orderid: held._id });
    ensure(enrolled && classname !== undefined, 'class-closed');
    const transactionId = freeTransaction(enrolled);
    await recordEnrolment(terms, tx, { ...enrolled, classid }, { transactionId, classname });
    return enrolled._id;
  }).catch(async (error) => {
    const other = isUniqueViolation(error) && (await findOpenOrder(db, input));
    if (other && other.state === 'enrolled') return other._id;
    throw error;
  });
  payments.changed();
  return enrolled;
}
