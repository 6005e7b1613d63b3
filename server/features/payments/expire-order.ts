import { transact } from '#server/database/transact.ts';
import { type CardIntent, CardRefusal } from '#server/providers/card-payments.ts';
import type { Payments } from './payments.ts';
import { findOrder, moveOrder, type OrderRow } from './queries.ts';
import { giveUp, settleIntent } from './settle.ts';

/** While one worker asks the provider no other does; when it dies, another does after this. */
export const LEASE_MS = 30_000;

/**
 * Ends an order whose time is over. The provider cancels first, and only when it says so does the seat go back; when it says that the
 * money came after all, the order is settled instead. Gives the order as it is then. Throws `provider-unavailable`.
 */
export async function expireOrder(payments: Payments, order: OrderRow): Promise<OrderRow> {
  const { db, cards, now, reach } = payments;
  const workat = now() + LEASE_MS;
  const expiring = await moveOrder(db, order._id, ['held', 'intent', 'expiring'], {
    state: 'expiring',
    workat,
    now: now(),
  });
  if (!expiring) return (await findOrder(db, order._id)) ?? order;
  reach('marked-expiring');

  const intentid = expiring.intentid ?? (await findMadeIntent(payments, expiring))?.id;
  if (!intentid) return abandonOrder(payments, expiring, 'The card service did not accept the payment.');
  const cancelled = await cards.cancelIntent(intentid, order._id);
  reach('intent-cancelled');
  return (await settleIntent(payments, cancelled)) ?? expiring;
}

/** The intent of an order whose process died before saving it: asking again under the same key gives the same one. */
async function findMadeIntent({ cards }: Payments, order: OrderRow): Promise<CardIntent | undefined> {
  return cards.createIntent(order).catch((error) => {
    if (error instanceof CardRefusal) return undefined;
    throw error;
  });
}

/** Ends an order for which the provider has no intent. */
export async function abandonOrder(payments: Payments, order: OrderRow, reason: string): Promise<OrderRow> {
  const ended = await transact(payments.db, (tx) => giveUp(payments, tx, order, reason));
  payments.changed();
  return ended;
}
