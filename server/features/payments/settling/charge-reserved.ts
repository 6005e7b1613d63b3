import { transact } from '#server/database/transact.ts';
import { findClassesById } from '#server/features/classes/index.ts';
import { notifyNotCharged } from '#server/features/enrolments/index.ts';
import { findSaved, type Saved } from '#server/features/mandates/index.ts';
import {
  findOrder,
  isReserved,
  moveOrder,
  type OrderRow,
  type Payments,
  paymentOf,
} from '#server/features/orders/index.ts';
import { type CardIntent, CardRefusal } from '#server/services/card-payments.ts';
import { abandonOrder, UNKNOWN_PAYMENT } from './expire-order.ts';
import { settleIntent } from './settle.ts';

/** So long a family may pay for a place whose card was refused; its seat is kept. */
export const CARD_FAILED_MS = 3 * 24 * 60 * 60_000;

/**
 * Charges the saved card for a reserved place in a class that runs, by the place's one intent, which can be paid
 * once only. Refused, the place can be paid for some days more, and the family is told. Repeatable; gives the order
 * as it is then. Throws `provider-unavailable`.
 */
export async function chargeReserved(payments: Payments, order: OrderRow): Promise<readonly OrderRow[]> {
  const { db, checkpoint } = payments;
  if (!(await runs(payments, order))) return [];
  const intent = await findIntent(payments, order);
  if (!intent) return abandonOrder(payments, order, UNKNOWN_PAYMENT);
  checkpoint('reserved-charge-made');
  if (intent.status === 'succeeded' || intent.status === 'canceled') return settleIntent(payments, intent);
  // Another account than the one that agreed is asked; a card that was replaced by another is that.
  const isAgreed = order.userid !== null && order.userid === order.agreedby;
  const [card] = isAgreed ? await findSaved(db, order.userid ?? '') : [];
  if (card) {
    const charged = await charge(payments, intent, { order, card });
    checkpoint('reserved-charged');
    if (charged.status === 'succeeded') return settleIntent(payments, charged);
    // The card service does not know yet what becomes of it: it is asked again.
    if (charged.status === 'processing') return [order];
  }
  checkpoint('reserved-refused');
  return letPay(payments, order, intent);
}

const HOUR_MS = 60 * 60_000;

/**
 * Whether the class of a reserved place runs. Of one that is not decided, or is called off, the place is left as it
 * is, whatever made it due: what ends it is theirs. One that is off the list for a while is looked at again.
 */
async function runs({ db, now }: Payments, order: OrderRow): Promise<boolean> {
  const [found] = await findClassesById(db, [order.classid ?? '']);
  const isDecided = found?.decided === 'runs' && found.deletedat === null;
  if (isDecided && found.status === 'approved') return true;
  const workat = isDecided ? now() + HOUR_MS : null;
  await moveOrder(db, order._id, ['held'], { workat, now: now() });
  return false;
}

async function charge(
  { cards }: Payments,
  { id }: CardIntent,
  { order, card }: { order: OrderRow; card: Saved },
): Promise<CardIntent> {
  try {
    await cards.nameCustomer(id, { customerid: card.customerid, saves: false });
  } catch (error) {
    if (!(error instanceof CardRefusal)) throw error;
    return cards.readIntent(id);
  }
  return cards.confirmSaved(id, { key: `confirm:${order._id}`, methodid: card.methodid });
}

/** The place's intent; it is made where it is not known, by the key under which it may have been before. */
async function findIntent({ db, cards, now }: Payments, order: OrderRow): Promise<CardIntent | undefined> {
  try {
    if (order.intentid !== null) return await cards.readIntent(order.intentid);
    const made = await cards.createIntent(paymentOf([order]));
    const change = { intentid: made.id, clientsecret: made.clientSecret, now: now() };
    await moveOrder(db, order._id, ['held'], change);
    return made;
  } catch (error) {
    if (error instanceof CardRefusal) return undefined;
    throw error;
  }
}

/** The card was refused: who pays does so themself, for so many days. */
async function letPay(payments: Payments, { _id }: OrderRow, intent: CardIntent): Promise<OrderRow[]> {
  const until = payments.now() + CARD_FAILED_MS;
  return transact(payments.db, async (tx) => {
    const order = await findOrder(tx, _id);
    if (!order || !isReserved(order)) return order ? [order] : [];
    const paying = { intentid: intent.id, clientsecret: intent.clientSecret };
    const change = {
      state: 'intent' as const,
      ...paying,
      holduntil: until,
      workat: until,
      now: payments.now(),
    };
    const moved = await moveOrder(tx, _id, ['held'], change);
    if (moved) await notifyNotCharged(tx, moved);
    return moved ? [moved] : [];
  });
}
