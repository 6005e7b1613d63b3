import { reasonWords } from '#contract/messages/reasons.ts';
import { type PlainId, t } from '#languages/t.ts';
import { isUniqueViolation } from '#server/database/open.ts';
import { schoolDay } from '#server/database/rows/school-row.ts';
import { transact } from '#server/database/transact.ts';
import { discountPlaces } from '#server/features/discounts/index.ts';
import { findForEnrolments, recordEnrolments } from '#server/features/enrolments/index.ts';
import { findLearnerClashes } from '#server/features/lessons/index.ts';
import {
  amountOf,
  findOpenOrder,
  findOrdersOfIntent,
  isReserved,
  moveOrder,
  type OrderRow,
  type Payments,
  type Student,
} from '#server/features/orders/index.ts';
import { checkAdmission } from '#server/features/payments/check-admission.ts';
import { holdSeats, type Purchase } from '#server/features/payments/open-orders.ts';
import { priceClass } from '#server/features/payments/price-class.ts';
import { findEnding, findOpenClass } from '#server/features/payments/start-payment.ts';
import { takeTrialsOff } from '#server/features/payments/trials/take-off.ts';
import { AppError, ensure } from '#server/http/errors.ts';
import { expireOrder } from './expire-order.ts';
import { type Binding, settle } from './settle.ts';

type EnrolInput = Student & { classid: string };

/** Which place of a payment is asked for: of several learners in a class, the one named or any. */
type RecordInput = {
  userid: string;
  classid: string;
  learnerid?: string;
  transactionId: string;
  price: number;
  /** Whether the payer knows of lessons at the same time. */
  confirmclash?: boolean;
};

/**
 * Enrols the learners of a payment that its payer says they made, or reserves their places where it saved a card;
 * what the provider says decides. Gives the id of the enrolment, or of the reservation, in the class, the same every time. Throws `payment-not-found` unless it is this payer's
 * own finished payment for the class among others, and `payment-returned` when the money goes back.
 */
export async function recordPayment(
  payments: Payments,
  { transactionId, price, confirmclash = false, ...wanted }: RecordInput,
): Promise<string> {
  const orders = await findOrdersOfIntent(payments.db, transactionId);
  const order = orders.find((one) => isFor(one, wanted));
  ensure(order, 'payment-not-found');
  refuseReturned(order);
  ensure(price === amountOf(orders), 'price-differs');
  if (order.state === 'enrolled' || isReserved(order)) return order._id;
  orders.forEach(refuseReturned);
  const { classid } = wanted;
  const bound =
    order.classid === null ? await checkBinding(payments, order, { classid, confirmclash }) : undefined;

  const settled = await settle(payments, transactionId, { bound, known: order });
  const recorded = settled.find((one) => one._id === order._id);
  const stands = recorded && (recorded.state === 'enrolled' || isReserved(recorded));
  if (stands && recorded.classid === classid) return recorded._id;
  if (settled.some(({ state }) => state === 'refund_due')) payments.wake();
  settled.forEach(refuseReturned);
  throw new AppError('payment-not-found');
}

const isFor = (
  order: OrderRow,
  { userid, classid, learnerid }: Omit<RecordInput, 'transactionId' | 'price'>,
) =>
  order.userid === userid &&
  (order.classid === null || order.classid === classid) &&
  (learnerid === undefined || order.learnerid === learnerid);

const RETURNED: { readonly [S in OrderRow['state']]?: PlainId } = {
  refund_due: 'errors.money_goes_back',
  refunded: 'errors.money_went_back',
  refund_failed: 'errors.money_not_yet_back',
};

/** Throws `payment-returned`, with what became of the money, for an order that enrols no learner any more. */
function refuseReturned({ state, reason }: OrderRow) {
  const fate = RETURNED[state];
  if (!fate) return;
  const detail = () => [reason === null ? [] : reasonWords(reason), t(fate)].flat().join(' ');
  throw new AppError('payment-returned', { detail });
}

/** The class that a payment is bound to which named none: it costs what it did when the payment was begun. */
async function checkBinding(
  payments: Payments,
  order: OrderRow,
  { classid, confirmclash }: { classid: string; confirmclash: boolean },
): Promise<Binding> {
  const { db, now } = payments;
  const wanted = await findOpenClass(db, classid);
  const terms = await payments.terms();
  const { amount, lessons, billed } = await priceClass(payments, terms, { wanted, moment: order.createdat });
  ensure(order.amount === amount, 'price-differs');
  await checkAdmission(payments, terms, [{ ...order, wanted }]);
  const { learnerid } = order;
  if (!confirmclash)
    ensure((await findLearnerClashes(db, { learnerid, classid, now: now() })).length === 0, 'learner-clash');
  return { classid, lessons, billed, confirmclash };
}

type FreeInput = Pick<Purchase, 'checkAccess' | 'confirmclash'> & {
  /** The code of a discount that leaves nothing to pay. */
  code?: string | undefined;
};

/**
 * Enrols a student in a class that costs nothing: an order like any other, settled without a provider. Gives
 * the enrolment's id.
 */
export async function enrolFree(
  payments: Payments,
  { checkAccess, confirmclash, code, ...input }: EnrolInput & FreeInput,
): Promise<string> {
  const { db, now, seats } = payments;
  const wanted = await findOpenClass(db, input.classid);
  const terms = await payments.terms();
  const moment = now();
  const full = await priceClass(payments, terms, { wanted, moment });
  const place = { ...full, learnerid: input.learnerid, classid: input.classid };
  const known = await findOpenOrder(db, input);
  if (known?.state === 'enrolled') return known._id;
  const less = await discountPlaces(db, [place], {
    ...terms,
    userid: input.userid,
    now: moment,
    code,
    without: known && (await findEnding(db, [known])),
  });
  const [priced = place] = await takeTrialsOff(db, terms, less.places, moment);
  ensure(priced.amount === 0, 'price-differs');
  await checkAdmission(payments, terms, [{ ...input, wanted }]);
  // Begun when the class still had a price.
  if (known) {
    ensure(known.userid === input.userid, 'other-paying');
    await expireOrder(payments, known);
  }

  const enrolled = await transact(db, async (tx) => {
    const { userid, classid } = input;
    const purchase = { userid, checkAccess, confirmclash, items: [priced], currency: terms.currency, moment };
    const [held] = await holdSeats(payments, tx, { ...purchase, shortage: () => new AppError('class-full') });
    const paidat = now();
    const receiptday = schoolDay(terms, paidat);
    const change = { state: 'enrolled' as const, workat: null, paidat, receiptday, now: paidat };
    const enrolled = await moveOrder(tx, held._id, ['held'], change);
    const classname = await seats.enrol(tx, { classid, orderid: held._id, now: now() });
    ensure(enrolled && classname !== undefined, 'class-closed');
    const recorded = [{ ...enrolled, classid, classname }];
    const known = await findForEnrolments(terms, tx, recorded, enrolled.updatedat);
    await recordEnrolments(terms, tx, recorded, known);
    return enrolled._id;
  }).catch(async (error) => {
    const other = isUniqueViolation(error) && (await findOpenOrder(db, input));
    if (other && other.state === 'enrolled') return other._id;
    throw error;
  });
  payments.changed();
  return enrolled;
}
