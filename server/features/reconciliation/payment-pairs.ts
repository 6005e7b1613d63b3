import { FORMER_STUDENT } from '#contract/former.ts';
import type { Verdict } from '#contract/reconciliation.ts';
import { findAddresses } from '#server/auth/queries.ts';
import { findClassesById } from '#server/features/classes/index.ts';
import { isByHand, type OrderRow, type Payments, transactionOf } from '#server/features/payments/index.ts';
import { type CardIntent, CardRefusal } from '#server/services/card-payments.ts';

/** A payment at the provider and the order it belongs to; either may be missing. */
export type Pair<T = PairIntent> = { intent: T | undefined; order: OrderRow | undefined };

type PairIntent = Pick<
  CardIntent,
  'id' | 'received' | 'refunded' | 'currency' | 'cardlast4' | 'createdat' | 'orderid'
>;

/** When the money came, as far as it is known. */
export const dateOf = ({ order, intent }: Pair) => order?.paidat ?? intent?.createdat ?? 0;

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

export function verdictOf(pair: Pair): Verdict {
  const { order } = pair;
  const kept = keptOf(pair);
  if (order && isByHand(order)) return order.state === 'refund_due' ? 'owed-back' : 'matched';
  if (order?.state !== 'enrolled') return kept > 0 ? 'paid-not-enrolled' : 'refunded';
  if (kept + order.goodwill >= order.amount) return 'matched';
  return kept > 0 ? 'partly-refunded' : 'enrolled-not-paid';
}

/** The pairs as an admin reads them, the newest first. */
export async function describePairs({ db }: Payments, pairs: readonly Pair[]) {
  const ids = [...new Set(pairs.flatMap(({ order }) => order?.classid ?? []))];
  const names = new Map((await findClassesById(db, ids)).map(({ _id, classname }) => [_id, classname]));
  const addresses = await findAddresses(
    db,
    pairs.map(({ order }) => order?.userid ?? null),
  );
  return pairs
    .map((pair) => {
      const { intent, order } = pair;
      return {
        transactionId: intent?.id ?? (order ? transactionOf(order) : ''),
        verdict: verdictOf(pair),
        date: dateOf(pair),
        email: order ? (addresses.get(order.userid ?? '') ?? FORMER_STUDENT) : null,
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
