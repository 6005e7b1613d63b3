import { FORMER_STUDENT, isFormer } from '#contract/former.ts';
import type { MoneyLine } from '#contract/reconciliation.ts';
import { findClassesById } from '#server/features/classes/index.ts';
import type { Payments } from '#server/features/payments/index.ts';
import {
  findAttention,
  findOrdersByIntent,
  findOrdersPaid,
  type OrderRow,
  sumMovementsOf,
} from '#server/features/payments/index.ts';
import { type CardIntent, CardRefusal } from '#server/services/card-payments.ts';

/** A payment at the provider and the order it belongs to; either may be missing. */
export type Pair<T = PairIntent> = { intent: T | undefined; order: OrderRow | undefined };

type PairIntent = Pick<
  CardIntent,
  'id' | 'received' | 'refunded' | 'currency' | 'cardlast4' | 'createdat' | 'orderid'
>;

const ATTENTION_MAX = 200;

/**
 * Every payment that the provider has of a month (`2026-09`, UTC) beside every enrolment paid in it, the newest first. What is on
 * one side alone shows as such. A payment stands in the month in which its money came, as in the ledger. Throws `provider-unavailable`.
 */
export async function checkMoney(payments: Payments, month: string) {
  const from = Date.parse(`${month}-01T00:00:00Z`);
  const to = Date.UTC(new Date(from).getUTCFullYear(), new Date(from).getUTCMonth() + 1);
  const lines = await describePairs(payments, await pairUp(payments, { from, to }));
  const sum = (field: 'received' | 'refunded') => lines.reduce((total, line) => total + line[field], 0);
  return { month, currency: payments.currency, received: sum('received'), refunded: sum('refunded'), lines };
}

async function pairUp(payments: Payments, span: { from: number; to: number }): Promise<Pair[]> {
  const { db, cards } = payments;
  const intents: CardIntent[] = [];
  for await (const intent of cards.listIntents(span)) intents.push(intent);
  const paid = intents.filter(({ received }) => received > 0);
  const ids = paid.map(({ id }) => id);
  const orders = new Map((await findOrdersByIntent(db, ids)).map((order) => [order.intentid, order]));
  const pairs = paid
    .map((intent): Pair => ({ intent, order: orders.get(intent.id) }))
    .filter((pair) => !isStrange(pair))
    // Begun before midnight of the first and paid after it: it stands in the other month.
    .filter((pair) => span.from <= dateOf(pair) && dateOf(pair) < span.to);
  const known = new Set(ids);
  for (const order of await findOrdersPaid(db, span)) {
    // A free place has no payment and needs none.
    if (order.amount === 0 || (order.intentid !== null && known.has(order.intentid))) continue;
    const intent = order.intentid === null ? undefined : await findIntent(payments, order.intentid);
    pairs.push({ order, intent });
  }
  return pairs;
}

/** When the money came, as far as it is known. */
const dateOf = ({ order, intent }: Pair) => order?.paidat ?? intent?.createdat ?? 0;

/** What the provider has under this id; undefined where it has nothing. */
export async function findIntent({ cards }: Payments, id: string): Promise<CardIntent | undefined> {
  return cards.readIntent(id).catch((error) => {
    if (error instanceof CardRefusal) return undefined;
    throw error;
  });
}

/** A payment on the same card account that is another shop's: no order of the school stands in it. */
export const isStrange = ({ intent, order }: Pair) => !order && intent?.orderid === null;

/** Cents that the school still holds of a payment. */
export const keptOf = ({ intent, order }: Pair) =>
  Math.max(0, (intent?.received ?? 0) - (intent?.refunded ?? 0) - (order?.withdrawn ?? 0));

export function verdictOf(pair: Pair): MoneyLine['verdict'] {
  const { order } = pair;
  const kept = keptOf(pair);
  if (order?.state !== 'enrolled') return kept > 0 ? 'paid-not-enrolled' : 'refunded';
  if (kept + order.goodwill >= order.amount) return 'matched';
  return kept > 0 ? 'partly-refunded' : 'enrolled-not-paid';
}

/** Every payment that an admin has to look at, as the school's own books have it. */
export async function listAttention(payments: Payments) {
  const orders = await findAttention(payments.db, ATTENTION_MAX);
  const sums = await sumMovementsOf(
    payments.db,
    orders.map(({ _id }) => _id),
  );
  const pairs = orders.map((order): Pair => {
    const { intentid: id, cardlast4, currency, createdat, _id: orderid } = order;
    const moved = sums.get(orderid);
    if (id === null || !moved) return { order, intent: undefined };
    const { received, returned, withdrawn } = moved;
    const refunded = returned - withdrawn;
    return { order, intent: { id, cardlast4, currency, createdat, orderid, received, refunded } };
  });
  return describePairs(payments, pairs);
}

/** The pairs as an admin reads them, the newest first. */
export async function describePairs({ db }: Payments, pairs: readonly Pair[]) {
  const ids = [...new Set(pairs.flatMap(({ order }) => order?.classid ?? []))];
  const names = new Map((await findClassesById(db, ids)).map(({ _id, classname }) => [_id, classname]));
  return pairs
    .map((pair) => {
      const { intent, order } = pair;
      return {
        transactionId: intent?.id ?? order?.intentid ?? '',
        verdict: verdictOf(pair),
        date: dateOf(pair),
        email: order ? (isFormer(order.email) ? FORMER_STUDENT : order.email) : null,
        classid: order?.classid ?? null,
        classname: order?.classid ? (names.get(order.classid) ?? null) : null,
        enrolmentid: order?.state === 'enrolled' ? order._id : null,
        received: intent?.received ?? 0,
        refunded: (intent?.refunded ?? 0) + (order?.withdrawn ?? 0),
        attention: order?.attention ?? null,
        currency: intent?.currency ?? order?.currency ?? '',
        cardlast4: intent?.cardlast4 ?? null,
        reason: order?.reason ?? null,
      };
    })
    .sort((one, other) => other.date - one.date);
}
