import { lockUser } from '#server/auth/queries.ts';
import { isUniqueViolation } from '#server/database/open.ts';
import { reasonOf } from '#server/database/rows/reasons.ts';
import { type SchoolNow, schoolDay } from '#server/database/rows/school-row.ts';
import type { Db } from '#server/database/schema.ts';
import { atOnce, transact } from '#server/database/transact.ts';
import type { Priced } from '#server/features/classes/index.ts';
import { holdDiscountsAgain } from '#server/features/discounts/index.ts';
import {
  findForEnrolments,
  findTrialClash,
  holdPlace,
  type OrderOfClass,
  recordEnrolments,
  takePlace,
} from '#server/features/enrolments/index.ts';
import { hasLeft } from '#server/features/learners/index.ts';
import { insertMovement } from '#server/features/ledger/index.ts';
import { joinClasses } from '#server/features/lessons/index.ts';
import { saveCardOf } from '#server/features/mandates/index.ts';
import {
  amountOf,
  findOpenOrder,
  findOrderByIntent,
  findOrderOfPayment,
  findTrial,
  HOLDING,
  holdsSeat,
  isPaid,
  isTrial,
  lockOrders,
  mayBePaid,
  moveOrder,
  moveOrders,
  type OrderRow,
  type OrdersOfPayment,
  type Payments,
  seatClassOf,
  type Terms,
} from '#server/features/orders/index.ts';
import { gaveCredit, settleReturns } from '#server/features/refunds/index.ts';
import { AppError } from '#server/http/errors.ts';
import { type CardIntent, CardRefusal } from '#server/services/card-payments.ts';
import { beginParts } from './begin-parts.ts';
import { expireHold, releaseSeats } from './expire-hold.ts';
import { reserve } from './reserve.ts';

const RETRIES = 3;

/**
 * The class to bind a payment to that named none, what set its price, and whether the payer knows of lessons
 * at the same time.
 */
export type Binding = Pick<Priced, 'lessons' | 'billed'> & { classid: string; confirmclash: boolean };

/** What the caller knows: what to bind a payment to, and an order that it pays as it was a moment ago. */
type Hints = { bound?: Binding; known?: OrderRow };

/** With the school as it was the moment before its transaction. */
type Settling = Payments & { school: SchoolNow };

/**
 * What was paid for cannot be had, whichever of the orders it is: nothing of the transaction stays, and all
 * the money is owed back.
 */
class CannotEnrol extends Error {
  readonly reason: string;
  /** The class that a payment was for which named none. */
  readonly classid: string | undefined;

  constructor(reason: string, classid?: string) {
    super(reason);
    this.reason = reason;
    this.classid = classid;
  }
}

/**
 * The only way to an enrolment. Asks the provider what became of an intent and brings the orders that it pays
 * to where that leads, all of them: enrolled, given up, or owing the money back; and then to where what went
 * back of its money leads. Idempotent; safe to call concurrently. Gives the orders as they are then, none
 * when the intent is none of the school's. Throws `provider-unavailable`.
 */
export async function settle(
  payments: Payments,
  intentid: string,
  hints: Hints = {},
): Promise<readonly OrderRow[]> {
  const intent = await payments.cards.readIntent(intentid).catch((error) => {
    if (error instanceof CardRefusal) return undefined;
    throw error;
  });
  payments.checkpoint('intent-read');
  if (!intent) return [];
  const settled = await settleIntent(payments, intent, hints);
  const isQuiet =
    settled.every(({ state, attention }) => state === 'enrolled' && attention === null) &&
    !intent.refunded &&
    !intent.disputed &&
    // A refund of credit that the bank refused leaves nothing refunded.
    !(await gaveCredit(payments.db, settled));
  const paid = isQuiet ? undefined : settled.find(isPaid);
  return paid ? settleReturns(payments, paid, intent) : settled;
}

/** The same with what the provider has just said. */
export async function settleIntent(
  payments: Payments,
  intent: CardIntent,
  { bound, known }: Hints = {},
): Promise<OrderRow[]> {
  let refusal: CannotEnrol | undefined;
  for (let attempt = 1; ; attempt++) {
    const order = attempt === 1 && known ? known : await findOrderOf(payments.db, intent);
    if (!order) return [];
    try {
      const settling = { ...payments, school: await payments.terms() };
      const settled = await transact(payments.db, async (tx) => {
        // What it is charged and invoiced is the account's, which is locked before the places.
        if (order.plan !== null && order.userid !== null) await lockUser(tx, order.userid);
        // What the order was may have ended meanwhile: its student may have deleted the account.
        return apply(settling, tx, await lockOrders(tx, order), intent, { bound, refusal });
      });
      if (settled.some(({ state }) => state !== order.state)) {
        payments.checkpoint('enrolment-committed');
        payments.changed();
      }
      return settled;
    } catch (error) {
      if (error instanceof CannotEnrol) refusal = error;
      // Another order of the same student and class came between: the next look sees it.
      else if (attempt >= RETRIES || !isUniqueViolation(error)) throw error;
    }
  }
}

/** By the id that was saved, or, where the process died before saving it, by what the intent was made for. */
async function findOrderOf(db: Db, intent: CardIntent): Promise<OrderRow | undefined> {
  const known = await findOrderByIntent(db, intent.id);
  if (known || intent.orderid === null) return known;
  const order = await findOrderOfPayment(db, intent.orderid);
  return order?.intentid === null ? order : undefined;
}

async function apply(
  payments: Settling,
  tx: Db,
  orders: OrdersOfPayment,
  intent: CardIntent,
  { bound, refusal }: { bound?: Binding; refusal?: CannotEnrol },
): Promise<OrderRow[]> {
  if (intent.isSetup) return reserve(payments, tx, orders, intent);
  if (orders.some(isPaid)) return orders;
  if (intent.status === 'canceled')
    return expireHold(payments, tx, orders[0], reasonOf('orders.not_paid_in_time'));
  if (intent.status !== 'succeeded') return orders;
  // Whatever becomes of the money: a card that is saved there is to be known here, or it cannot be forgotten.
  if (intent.saved) await saveCardOf(tx, { intentid: intent.id, card: intent.saved, now: payments.now() });
  const reason = reasonAgainst(orders, intent);
  if (reason) return markRefundDue(payments, tx, orders, intent, { reason });
  if (refusal) return markRefundDue(payments, tx, orders, intent, refusal);

  const wanted = namingClass(orders, bound?.classid);
  if (wanted) {
    const isHeld = orders.every((order) => order.classid !== null && order.state !== 'expired');
    if (!isHeld) await takeSeats(payments, tx, wanted, { intent, bound });
    return enrol(payments, tx, wanted, intent);
  }
  if (orders.some(mayBePaid)) return orders;
  return markRefundDue(payments, tx, orders, intent, { reason: reasonOf('orders.named_no_class') });
}

/** Why the money goes back of a payment that is not what was asked for. */
export const ANOTHER_AMOUNT = reasonOf('orders.another_amount');

/** Why a payment enrols no learner, whatever seats there are. */
function reasonAgainst(orders: OrdersOfPayment, intent: CardIntent): string | undefined {
  const [{ currency, userid }] = orders;
  if (intent.received !== amountOf(orders) || intent.currency !== currency) return ANOTHER_AMOUNT;
  if (intent.refunded > 0) return reasonOf('orders.payment_was_refunded');
  if (userid === null) return reasonOf('orders.student_left');
  if (orders.length > 1 && orders.some(({ classid }) => classid === null))
    return reasonOf('orders.learner_left');
  return undefined;
}

type OrdersOfClasses = [OrderOfClass, ...OrderOfClass[]];

/** The orders with the class of each; undefined where none was named, then or now. */
function namingClass([first, ...others]: OrdersOfPayment, classid?: string): OrdersOfClasses | undefined {
  const naming = (order: OrderRow) => ({ ...order, classid: order.classid ?? classid ?? '' });
  const isNamed = [first, ...others].every((order) => naming(order).classid !== '');
  return isNamed ? [naming(first), ...others.map(naming)] : undefined;
}

const paidWith = (
  school: Pick<Terms, 'timezone'>,
  { id, clientSecret, cardlast4 }: CardIntent,
  now: number,
) => ({
  intentid: id,
  clientsecret: clientSecret,
  cardlast4,
  paidat: now,
  receiptday: schoolDay(school, now),
});

/** Enrols by orders that hold a seat each; they are locked, so no other process has moved them. */
async function enrol(
  payments: Settling,
  tx: Db,
  orders: OrdersOfClasses,
  intent: CardIntent,
): Promise<OrderRow[]> {
  const now = payments.now();
  const [first] = orders;
  const { school } = payments;
  const change = { ...paidWith(school, intent, now), state: 'enrolled' as const, workat: null, now };
  const [moved, classnames, known] = await atOnce(tx, (on) => [
    moveOrders(on, first, HOLDING, change),
    Promise.all(orders.map((order) => takePlace(payments, on, order, now))),
    findForEnrolments(school, on, orders, now),
    insertMovement(on, chargeOf(orders, intent, now)),
  ]);
  if (moved.length < orders.length) throw new Error(`Order ${first._id} was moved past its lock.`);
  const enrolled = moved.map((order, at) => {
    const { classid } = orders[at] ?? order;
    const classname = classnames[at];
    if (classname === undefined || classid === null)
      throw new CannotEnrol(
        reasonOf(isTrial(order) ? 'orders.lesson_not_offered' : 'orders.class_not_offered'),
      );
    return { ...order, classid, classname };
  });
  const parts = await beginParts(tx, moved, { school, now });
  await recordEnrolments(school, tx, enrolled, { ...known, parts });
  payments.checkpoint('inside-enrolment');
  return moved;
}

/** Takes seats for a payment that holds none, since it came after the hold or named no class. */
async function takeSeats(
  payments: Settling,
  tx: Db,
  orders: OrdersOfClasses,
  { intent, bound }: { intent: CardIntent; bound?: Binding },
) {
  const now = payments.now();
  for (const order of orders) {
    if (await hasLeft(tx, order.learnerid)) throw new CannotEnrol(reasonOf('orders.learner_left'));
    if (await findOther(tx, order)) throw new CannotEnrol(reasonOf('orders.another_payment_first'));
  }
  if (!(await holdDiscountsAgain(tx, orders))) throw new CannotEnrol(reasonOf('orders.code_used_up'));
  const [first, ...others] = orders;
  const { state, classid } = first;
  const change = { ...paidWith(payments.school, intent, now), state: 'intent' as const, now };
  const { left: lessonsleft = null, of: lessonsof = null } = bound?.lessons ?? {};
  const { from: billfrom = null, to: billto = null } = bound?.billed ?? {};
  const binding = bound && { classid, lessonsleft, lessonsof, billfrom, billto };
  await moveOrders(tx, first, [state], others.length === 0 ? { ...change, classid, ...binding } : change);
  for (const order of orders) {
    const reason = reasonOf(isTrial(order) ? 'orders.lesson_was_full' : 'orders.class_was_full');
    if (!(await holdPlace(payments, tx, order, now))) throw new CannotEnrol(reason, first.classid);
  }
  const joining = {
    places: orders.filter((order) => !isTrial(order)),
    confirmed: bound?.confirmclash ?? false,
    now,
  };
  await joinTrials(tx, orders.filter(isTrial));
  await joinClasses(tx, joining).catch((error) => {
    if (!(error instanceof AppError && error.code === 'learner-clash')) throw error;
    throw new CannotEnrol(reasonOf('orders.another_class_then'), first.classid);
  });
}

/** What else its learner has of the class that an order would take a place of again, after its hold. */
const findOther = (tx: Db, order: OrderOfClass): Promise<OrderRow | undefined> =>
  isTrial(order) ? findTrial(tx, order) : findOpenOrder(tx, order);

/** Throws `CannotEnrol` where the learner has got another lesson meanwhile. */
async function joinTrials(tx: Db, trials: readonly OrderOfClass[]): Promise<void> {
  for (const trial of trials)
    if ((await findTrialClash(tx, trial)).length > 0)
      throw new CannotEnrol(reasonOf('orders.another_lesson_then'));
}

/**
 * Notes that the money must go back; the refunds themselves are the workers'. Seats that the orders held go
 * back at once.
 */
async function markRefundDue(
  payments: Settling,
  tx: Db,
  orders: OrdersOfPayment,
  intent: CardIntent,
  { reason, classid }: { reason: string; classid?: string },
): Promise<OrderRow[]> {
  const now = payments.now();
  const owing: OrderRow[] = [];
  for (const order of orders) {
    // Nothing is owed for what cost nothing.
    const change =
      order.amount > 0 || orders.length === 1
        ? { ...paidWith(payments.school, intent, now), state: 'refund_due' as const, workat: now }
        : { state: 'expired' as const, workat: null };
    const bound = { ...change, classid: order.classid ?? classid ?? null, reason, now };
    const moved = await moveOrder(tx, order._id, [order.state], bound);
    if (!moved) throw new Error(`Order ${order._id} was moved past its lock.`);
    owing.push(moved);
  }
  await insertMovement(tx, chargeOf(owing, intent, now));
  await releaseSeats(payments, tx, orders.filter(holdsSeat));
  return owing;
}

/** What came for an order, or for all orders of a checkout at once. */
const chargeOf = (orders: readonly OrderRow[], { id, chargeid, received }: CardIntent, now: number) => {
  const [first] = orders;
  const checkoutid = first?.checkoutid ?? null;
  return {
    orderid: checkoutid === null ? first?._id : null,
    checkoutid,
    kind: 'charge' as const,
    ref: chargeid ?? id,
    amount: received,
    seats: orders.filter((order) => seatClassOf(order) !== null && order.amount > 0).length,
    createdat: now,
  };
};
