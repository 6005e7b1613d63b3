import { reasonOf } from '#server/database/rows/reasons.ts';
import { transact } from '#server/database/transact.ts';
import {
  ALONE,
  findOrdersWith,
  HOLDING,
  isReserved,
  moveOrders,
  type OrderRow,
  type Payments,
  paymentIdOf,
  paymentOf,
} from '#server/features/orders/index.ts';
import { type CardIntent, CardRefusal } from '#server/services/card-payments.ts';
import { endReserved, expireHold, REPLACED } from './expire-hold.ts';
import { settleIntent } from './settle.ts';

/** While one worker asks the provider no other does; where it may have died, another does after this. */
export const LEASE_MS = 30_000;
/** Stripe keeps idempotency keys for at least 24 hours. */
const KEY_KEPT_MS = 23 * 60 * 60_000;
/** How far the provider's clock and the school's may be apart, with the time a request takes. */
const CLOCKS_APART_MS = 60 * 60_000;

/**
 * Ends an order whose time is over, and all that the same payment pays. The provider cancels first, and only
 * when it says so do the seats go back; when it says that the money came after all, the orders are settled
 * instead. A reserved place ends alone, without the provider. Gives them as they are then. Throws `provider-unavailable`.
 */
export async function expireOrder(payments: Payments, order: OrderRow): Promise<OrderRow[]> {
  const { db, cards, now, lease, checkpoint } = payments;
  if (isReserved(order)) {
    await transact(db, (tx) => endReserved(payments, tx, order, REPLACED));
    payments.changed();
    return findOrdersWith(db, { ...order, ...ALONE });
  }
  const expiring = await moveOrders(db, order, HOLDING, {
    state: 'expiring',
    ...lease(now() + LEASE_MS),
    now: now(),
  });
  const [first] = expiring;
  if (!first) return findOrdersWith(db, order);
  checkpoint('marked-expiring');

  const intentid = first.intentid ?? (await saveMadeIntent(payments, expiring));
  if (!intentid) return abandonOrder(payments, first, reasonOf('orders.payment_not_accepted'));
  const cancelled = await cards.cancelIntent(intentid, paymentIdOf(first)).catch(refusedAsNone);
  checkpoint('intent-cancelled');
  if (!cancelled) return abandonOrder(payments, first, UNKNOWN_PAYMENT);
  const settled = await settleIntent(payments, cancelled);
  return settled.length > 0 ? settled : expiring;
}

/** The provider has no such intent, as after a change of keys: it can never be paid. */
export const UNKNOWN_PAYMENT = reasonOf('orders.payment_unknown');

function refusedAsNone(error: unknown): undefined {
  if (!(error instanceof CardRefusal)) throw error;
}

/**
 * Finds and saves the intent of orders whose process died between making and saving it; undefined when there
 * is none.
 */
async function saveMadeIntent(payments: Payments, orders: readonly OrderRow[]): Promise<string | undefined> {
  const { db, now } = payments;
  const intent = await findMadeIntent(payments, orders);
  const [first] = orders;
  if (!intent || !first) return undefined;
  const change = { intentid: intent.id, clientsecret: intent.clientSecret, now: now() };
  await moveOrders(db, first, ['expiring'], change);
  return intent.id;
}

/**
 * Asking again under the same key gives the same intent, for as long as the provider keeps the key; after
 * that it is looked up.
 */
async function findMadeIntent(
  { cards, now }: Payments,
  orders: readonly OrderRow[],
): Promise<CardIntent | undefined> {
  const payment = paymentOf(orders);
  // One that only saves a card takes no money, so it need not be looked for.
  if (orders.some(({ reserves }) => reserves === 1)) return cards.createSetup(payment).catch(refusedAsNone);
  const createdat = Math.min(...orders.map((order) => order.createdat));
  if (now() - createdat < KEY_KEPT_MS) {
    return cards.createIntent(payment).catch(refusedAsNone);
  }
  // Until now, since a worker that died may have made it long after the student had gone.
  const span = { from: createdat - CLOCKS_APART_MS, to: now() + CLOCKS_APART_MS };
  for await (const intent of cards.listIntents(span)) if (intent.orderid === payment._id) return intent;
  return undefined;
}

/** Ends an order for which the provider has no intent, and all that the same payment was to pay. */
export async function abandonOrder(payments: Payments, order: OrderRow, reason: string): Promise<OrderRow[]> {
  const ended = await transact(payments.db, (tx) => expireHold(payments, tx, order, reason));
  payments.changed();
  return ended;
}
