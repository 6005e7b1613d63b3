import { isUniqueViolation } from '#server/database/open.ts';
import type { Db } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';
import { markSelection } from '#server/features/selections/index.ts';
import { type CardIntent, CardRefusal } from '#server/services/card-payments.ts';
import { insertEnrolment } from './enrolment-queries.ts';
import { insertMovement } from './ledger-queries.ts';
import {
  findOpenOrder,
  findOrder,
  findOrderByIntent,
  lockOrder,
  moveOrder,
  type OrderRow,
} from './order-queries.ts';
import { HOLDING, holdsSeat, isPaid, mayBePaid } from './order-states.ts';
import { cancelUntil, type Payments, type Terms } from './payments.ts';
import { settleReturns } from './record-returns.ts';
import { tellOfEnrolment } from './tell-of-enrolment.ts';
import { tellEnrolled } from './tell-payer.ts';

const RETRIES = 3;

/** What the caller knows: the class to bind a payment to that named none, and the order as it was a moment ago. */
type Hints = { classid?: string; known?: OrderRow };

/** With the terms of the moment before its transaction. */
type Settling = Payments & Pick<Terms, 'cancelUntilHours'>;

type OrderOfClass = OrderRow & { classid: string };

/**
 * The only way to an enrolment. Asks the provider what became of an intent and brings its order to where that leads: enrolled, given
 * up, or owing the money back; and then to where what went back of its money leads. Idempotent; safe to call concurrently.
 * Gives the order as it is then, undefined when the intent is none of the school's. Throws `provider-unavailable`.
 */
export async function settle(
  payments: Payments,
  intentid: string,
  hints: Hints = {},
): Promise<OrderRow | undefined> {
  const intent = await payments.cards.readIntent(intentid).catch((error) => {
    if (error instanceof CardRefusal) return undefined;
    throw error;
  });
  payments.checkpoint('intent-read');
  if (!intent) return undefined;
  const settled = await settleIntent(payments, intent, hints);
  const isQuiet =
    settled?.state === 'enrolled' && settled.attention === null && !intent.refunded && !intent.disputed;
  return settled && !isQuiet ? settleReturns(payments, settled, intent) : settled;
}

/** The same with what the provider has just said. */
export async function settleIntent(
  payments: Payments,
  intent: CardIntent,
  { classid, known }: Hints = {},
): Promise<OrderRow | undefined> {
  for (let attempt = 1; ; attempt++) {
    const order = attempt === 1 && known ? known : await findOrderOf(payments.db, intent);
    if (!order) return undefined;
    try {
      const { cancelUntilHours } = await payments.terms();
      const settling = { ...payments, cancelUntilHours };
      const settled = await transact(payments.db, async (tx) =>
        // What the order was may have ended meanwhile: its student may have deleted the account.
        apply(settling, tx, await lockOrder(tx, order._id), intent, classid),
      );
      if (settled.state !== order.state) {
        payments.checkpoint('enrolment-committed');
        payments.changed();
      }
      return settled;
    } catch (error) {
      // Another order of the same student and class came between: the next look sees it.
      if (attempt >= RETRIES || !isUniqueViolation(error)) throw error;
    }
  }
}

/** By the id that was saved, or, where the process died before saving it, by the order the intent was made for. */
async function findOrderOf(db: Db, intent: CardIntent): Promise<OrderRow | undefined> {
  const known = await findOrderByIntent(db, intent.id);
  if (known || intent.orderid === null) return known;
  const order = await findOrder(db, intent.orderid);
  return order?.intentid === null ? order : undefined;
}

async function apply(
  payments: Settling,
  tx: Db,
  order: OrderRow,
  intent: CardIntent,
  classid?: string,
): Promise<OrderRow> {
  if (isPaid(order)) return order;
  if (intent.status === 'canceled') return expireHold(payments, tx, order, 'It was not paid in time.');
  if (intent.status !== 'succeeded') return order;
  if (intent.received !== order.amount || intent.currency !== order.currency) {
    return markRefundDue(payments, tx, order, intent, 'Another amount was paid than the one asked for.');
  }
  if (intent.refunded > 0) {
    return markRefundDue(payments, tx, order, intent, 'The money was sent back at the card service.');
  }
  if (order.userid === null) {
    return markRefundDue(payments, tx, order, intent, 'The student deleted the account.');
  }
  if (order.classid !== null && order.state !== 'expired')
    return enrol(payments, tx, { ...order, classid: order.classid }, intent);

  const wanted = order.classid ?? classid;
  if (wanted !== undefined) return enrolLate(payments, tx, order, intent, wanted);
  if (mayBePaid(order)) return order;
  return markRefundDue(payments, tx, order, intent, 'It was paid without naming a class.');
}

const current = async (tx: Db, { _id }: OrderRow) => (await findOrder(tx, _id)) as OrderRow;

const paidWith = ({ id, clientSecret, cardlast4 }: CardIntent, now: number) => ({
  intentid: id,
  clientsecret: clientSecret,
  cardlast4,
  paidat: now,
});

/** Enrols by an order that holds a seat; it is locked, so nobody else has moved it. */
async function enrol(payments: Settling, tx: Db, order: OrderOfClass, intent: CardIntent): Promise<OrderRow> {
  const now = payments.now();
  const { _id: orderid, classid } = order;
  const change = { ...paidWith(intent, now), state: 'enrolled' as const, workat: null, now };
  const [enrolled, classname] = await Promise.all([
    moveOrder(tx, orderid, HOLDING, change),
    payments.seats.enrol(tx, { classid, orderid }),
    insertMovement(tx, chargeOf(order, intent, now)),
  ]);
  if (!enrolled) throw new Error(`Order ${orderid} was moved past its lock.`);
  if (classname === undefined) {
    const reason = 'The class is no longer offered.';
    return markRefundDue(payments, tx, { ...enrolled, holds: true }, intent, reason);
  }
  await recordEnrolment(payments, tx, { ...enrolled, classid }, { transactionId: intent.id, classname });
  payments.checkpoint('inside-enrolment');
  return enrolled;
}

/** Writes down that the order's student is enrolled; the seat is theirs already. */
export async function recordEnrolment(
  terms: Pick<Terms, 'cancelUntilHours'>,
  tx: Db,
  order: OrderOfClass,
  { transactionId, classname }: { transactionId: string; classname: string },
): Promise<void> {
  const { _id, learnerid, classid, amount, currency, updatedat } = order;
  const paid = { transactionId, price: amount, currency, date: updatedat };
  const canceluntil = cancelUntil(terms, { date: updatedat });
  await insertEnrolment(tx, { _id, classid, learnerid, canceluntil, ...paid });
  // Asked at once, they are sent at once.
  await Promise.all([
    markSelection(tx, { learnerid, classid, enrolled: 1 }),
    tellOfEnrolment(tx, 'enrolled', order, updatedat),
    tellEnrolled(tx, order, { classname, canceluntil }),
  ]);
}

/** A payment that holds no seat, since it came after the hold or named no class: it gets one if there is one. */
async function enrolLate(
  payments: Settling,
  tx: Db,
  order: OrderRow,
  intent: CardIntent,
  classid: string,
): Promise<OrderRow> {
  const now = payments.now();
  const { learnerid, _id: orderid } = order;
  const other = await findOpenOrder(tx, { learnerid, classid });
  if (other)
    return markRefundDue(payments, tx, order, intent, 'Another payment for the same class came first.');
  const change = { ...paidWith(intent, now), state: 'intent' as const, classid, now };
  const bound = await moveOrder(tx, orderid, [order.state], change);
  if (!bound) return current(tx, order);
  if (await payments.seats.hold(tx, { learnerid, classid, orderid, now }))
    return enrol(payments, tx, { ...bound, classid }, intent);
  return markRefundDue(
    payments,
    tx,
    { ...bound, holds: false },
    intent,
    'The class was full when the payment came.',
  );
}

/** Notes that the money must go back; the refund itself is the workers'. A seat the order held goes back at once. */
async function markRefundDue(
  payments: Payments,
  tx: Db,
  order: OrderRow & { holds?: boolean },
  intent: CardIntent,
  reason: string,
): Promise<OrderRow> {
  const now = payments.now();
  const isHolding = holdsSeat(order);
  const { classid, holds = isHolding } = order;
  const change = { ...paidWith(intent, now), state: 'refund_due' as const, reason, workat: now, now };
  const owing = await moveOrder(tx, order._id, isHolding ? HOLDING : [order.state], change);
  if (!owing) return current(tx, order);
  await insertMovement(tx, chargeOf(owing, intent, now));
  if (classid !== null && holds) await payments.seats.release(tx, { classid, orderid: order._id, now });
  return owing;
}

/** Ends an order that cannot be paid any more; a seat it held goes back. */
export async function expireHold(
  payments: Pick<Payments, 'now' | 'seats'>,
  tx: Db,
  order: OrderRow,
  reason: string,
): Promise<OrderRow> {
  const now = payments.now();
  const change = { state: 'expired' as const, workat: null, reason, now };
  const ended = await moveOrder(tx, order._id, HOLDING, change);
  if (!ended) return current(tx, order);
  const { _id: orderid, classid } = ended;
  if (classid !== null) await payments.seats.release(tx, { classid, orderid, now });
  return ended;
}

const chargeOf = ({ _id, classid }: OrderRow, { id, chargeid, received }: CardIntent, now: number) => ({
  orderid: _id,
  kind: 'charge' as const,
  ref: chargeid ?? id,
  amount: received,
  seats: classid === null ? 0 : 1,
  createdat: now,
});
