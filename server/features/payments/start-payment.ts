import { HOLD_MS, OPEN_ORDERS_MAX } from '#contract/payments.ts';
import { lockUser } from '#server/auth/queries.ts';
import { isUniqueViolation } from '#server/database/open.ts';
import type { Db } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';
import { type ClassRow, findClass } from '#server/features/classes/index.ts';
import type { Seats } from '#server/features/seats/index.ts';
import { AppError, ensure } from '#server/http/errors.ts';
import { CardRefusal } from '#server/services/card-payments.ts';
import { checkAges } from './check-ages.ts';
import { abandonOrder, expireOrder, UNKNOWN_PAYMENT } from './expire-order.ts';
import {
  findOpenOrder,
  findOrder,
  findOrdersOf,
  insertOrder,
  moveOrder,
  type OrderRow,
} from './order-queries.ts';
import { HOLDING, mayBePaid } from './order-states.ts';
import { type Payments, priceOf, type Student, type Terms } from './payments.ts';
import { settle } from './settle.ts';

/** An order that its student can pay now. */
export type PayableOrder = OrderRow & { clientsecret: string };

/**
 * Opens an order for a student and makes what the browser pays it with; an order that is open already is given again. A class costs
 * what the server says: throws `price-differs` where the student was shown another price, and what stands in the way of enrolling.
 */
export async function startPayment(
  payments: Payments,
  { classid, price, ...student }: Student & { classid: string | undefined; price: number },
): Promise<PayableOrder> {
  const terms = await payments.terms();
  if (classid === undefined)
    return withIntent(payments, await openWithoutClass(payments, student, { ...terms, amount: price }));
  const wanted = await findOpenClass(payments, classid);
  await checkAges(payments, terms, [{ ...student, wanted }]);
  const amount = priceOf(terms, wanted);
  ensure(amount > 0, 'nothing-to-pay');
  ensure(price === amount, 'price-differs');
  const { currency } = terms;
  return withIntent(payments, await openForClass(payments, student, wanted, { amount, currency }));
}

/** A class that students may enrol in. Throws `class-not-found` and `class-closed`. */
export async function findOpenClass({ db }: Pick<Payments, 'db'>, classid: string) {
  const wanted = await findClass(db, classid);
  ensure(wanted, 'class-not-found');
  ensure(wanted.status === 'approved', 'class-closed');
  return wanted;
}

/** The spec's call names no class: the payment is bound to one when it is recorded, and goes back when it never is. */
async function openWithoutClass(
  payments: Payments,
  student: Student,
  { enrolmentPrice, currency, amount }: Terms & { amount: number },
): Promise<OrderRow> {
  const { db, now } = payments;
  ensure(amount > 0, 'nothing-to-pay');
  ensure(enrolmentPrice === 'class' || amount === enrolmentPrice, 'price-differs');
  const moment = now();
  const input = { ...student, classid: null, amount, currency, holduntil: moment + HOLD_MS, now: moment };
  return transact(db, (tx) => openOrder(payments, tx, input));
}

/**
 * Inserts an order of somebody who still has an account: an account that is being deleted waits here, or is gone. Nobody keeps more seats from the
 * others than they may pay for at once. Throws `session-ended`, `too-many-orders` and `price-differs`.
 */
async function openOrder(
  { seats, bindCurrency }: Payments,
  tx: Db,
  input: Parameters<typeof insertOrder>[1],
): Promise<OrderRow> {
  const { userid, learnerid, classid, amount, currency, now } = input;
  const [user, unpaid] = await Promise.all([
    lockUser(tx, userid),
    amount > 0 ? findUnpaidOrders(seats, tx, userid) : [],
    bindCurrency(tx, currency),
  ]);
  ensure(user, 'session-ended');
  const [first] = unpaid;
  if (first && unpaid.length >= OPEN_ORDERS_MAX) {
    const offered = classid === null ? undefined : await seats.findOffer(tx, { learnerid, classid, now });
    const retryAfterS = Math.max(1, Math.ceil((first.holduntil - now) / 1000));
    if (offered === undefined) throw new AppError('too-many-orders', { retryAfterS });
  }
  return insertOrder(tx, input);
}

/** Orders of a person that are neither paid nor over, the first to run out first; those for an offered seat do not count. */
async function findUnpaidOrders(seats: Seats, tx: Db, userid: string): Promise<OrderRow[]> {
  const orders = await findOrdersOf(tx, userid, HOLDING);
  const offers = await seats.findDeadlines(
    tx,
    orders.map(({ _id }) => _id),
  );
  return orders.filter(({ _id }) => !offers.has(_id)).sort((one, other) => one.holduntil - other.holduntil);
}

/** Cents, and of what. */
type Price = { amount: number; currency: string };

async function openForClass(
  payments: Payments,
  student: Student,
  wanted: ClassRow,
  { amount, currency }: Price,
): Promise<OrderRow> {
  const { db, seats, now } = payments;
  const { learnerid } = student;
  const { _id: classid } = wanted;
  const known = await findOpenOrder(db, { learnerid, classid });
  const open = await reuseOrder(payments, known, amount);
  if (open) return open;
  // Most of a rush is told so by a plain read, before anybody waits for the class's row. An order that had to be ended gave a seat back.
  const { availableseat } = known ? await findOpenClass(payments, classid) : wanted;
  const offered =
    availableseat > 0 ? undefined : await seats.findOffer(db, { learnerid, classid, now: now() });
  ensure(availableseat > 0 || offered !== undefined, 'class-full');
  try {
    const order = await transact(db, (tx) =>
      holdSeat(payments, tx, { ...student, classid, amount, currency }),
    );
    payments.changed();
    return order;
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    // A double click: the other call's order is this one's too.
    const other = await reuseOrder(payments, await findOpenOrder(db, { learnerid, classid }), amount);
    ensure(other, 'payment-expired');
    return other;
  }
}

/** Inserts an order and the seat it holds, in the caller's transaction. Throws `class-full`. */
export async function holdSeat(
  payments: Payments,
  tx: Db,
  { classid, amount, currency, ...student }: Student & Price & { classid: string },
): Promise<OrderRow> {
  const { seats, now } = payments;
  const moment = now();
  const input = { ...student, classid, amount, currency, holduntil: moment + HOLD_MS, now: moment };
  const order = await openOrder(payments, tx, input);
  const { _id } = order;
  const seat = await seats.hold(tx, { learnerid: student.learnerid, classid, orderid: _id, now: moment });
  ensure(seat, 'class-full');
  if (seat.until === null) return order;
  // An offered seat has one deadline, wherever it is read: the offer's.
  const change = { holduntil: seat.until, workat: seat.until, now: moment };
  return (await moveOrder(tx, _id, ['held'], change)) ?? order;
}

/** An open order as it can be paid now; undefined when there is none or it had to be ended. Throws `already-enrolled`. */
async function reuseOrder(
  payments: Payments,
  order: OrderRow | undefined,
  amount: number,
): Promise<OrderRow | undefined> {
  if (!order) return undefined;
  let known = order;
  if (order.state === 'expiring' || order.holduntil <= payments.now() || order.amount !== amount) {
    known = await expireOrder(payments, order);
  } else if (order.intentid) {
    // Paid already, and the student was never told: asking for another payment must not lead to a second charge.
    known =
      (await settle(payments, order.intentid, { known: order })) ??
      (await abandonOrder(payments, order, UNKNOWN_PAYMENT));
  }
  ensure(known.state !== 'enrolled', 'already-enrolled');
  return mayBePaid(known) ? known : undefined;
}

/** Makes the order's intent at the provider, after the order itself has been committed. */
async function withIntent(payments: Payments, order: OrderRow): Promise<PayableOrder> {
  if (order.state === 'intent') return payable(order);
  const { db, cards, now, checkpoint } = payments;
  checkpoint('hold-committed');
  const intent = await cards.createIntent(order).catch(async (cause) => {
    if (!(cause instanceof CardRefusal)) throw cause;
    await abandonOrder(payments, order, 'The card service did not accept the payment.');
    throw new AppError('payment-refused', { cause });
  });
  checkpoint('intent-made');
  const saved = await moveOrder(db, order._id, ['held'], {
    state: 'intent',
    intentid: intent.id,
    clientsecret: intent.clientSecret,
    now: now(),
  });
  checkpoint('intent-saved');
  return payable(saved ?? (await findOrder(db, order._id)));
}

function payable(order: OrderRow | undefined): PayableOrder {
  ensure(order?.state === 'intent' && order.clientsecret, 'payment-expired');
  return order as PayableOrder;
}
