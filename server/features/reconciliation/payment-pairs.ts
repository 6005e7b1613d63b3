import { FORMER_STUDENT } from '#contract/former.ts';
import { ATTENTIONS, type Verdict } from '#contract/reconciliation.ts';
import { findAddresses } from '#server/auth/queries.ts';
import { findNamedLearners } from '#server/database/learners.ts';
import { findClassesById } from '#server/features/classes/index.ts';
import {
  byLearner,
  findBalances,
  isByHand,
  type OrderRow,
  type Payments,
  shareOut,
  transactionOf,
} from '#server/features/payments/index.ts';
import { type CardIntent, CardRefusal } from '#server/services/card-payments.ts';

/** A payment at the provider and the orders that it paid, all of them; either may be missing. */
export type Pair<T = PairIntent> = { intent: T | undefined; orders: readonly OrderRow[] };

type PairIntent = Pick<
  CardIntent,
  'id' | 'received' | 'refunded' | 'currency' | 'cardlast4' | 'createdat' | 'orderid'
>;

/** When the money came, as far as it is known. */
export const dateOf = ({ orders: [order], intent }: Pair) => order?.paidat ?? intent?.createdat ?? 0;

/** What the provider has under this id; undefined where it has nothing. */
export async function findIntent({ cards }: Payments, id: string): Promise<CardIntent | undefined> {
  return cards.readIntent(id).catch((error) => {
    if (error instanceof CardRefusal) return undefined;
    throw error;
  });
}

/** A payment on the same card account that is another shop's: no order of the school stands in it. */
export const isStrange = ({ intent, orders }: Pair) => orders.length === 0 && intent?.orderid === null;

const add = <T>(items: readonly T[], amountOf: (item: T) => number) =>
  items.reduce((total, item) => total + amountOf(item), 0);

/** Cents that went back of a payment by any way. */
const returnedOf = ({ intent, orders }: Pair) =>
  (intent?.refunded ?? 0) + add(orders, ({ withdrawn }) => withdrawn);

/** Cents that the school still holds of a payment. */
export const keptOf = (pair: Pair) => Math.max(0, (pair.intent?.received ?? 0) - returnedOf(pair));

/** Cents of it that the school earned by lessons of places that have ended. */
export const earnedBy = ({ orders }: Pair) => add(orders, ({ earned }) => earned);

/** What is kept of a payment stands against the places that stand; what is more belongs to those that have ended. */
export function verdictOf(pair: Pair): Verdict {
  const enrolled = pair.orders.filter(({ state }) => state === 'enrolled');
  const kept = keptOf(pair);
  const byHand = pair.orders.find(isByHand);
  if (byHand) return byHand.state === 'refund_due' ? 'owed-back' : 'matched';
  const earned = earnedBy(pair);
  if (enrolled.length === 0) return kept > earned ? 'paid-not-enrolled' : 'refunded';
  const paid = earned + add(enrolled, ({ amount }) => amount);
  const wanted = paid - add(enrolled, ({ goodwill }) => goodwill);
  if (kept < wanted) return kept > 0 ? 'partly-refunded' : 'enrolled-not-paid';
  const isOwing = pair.orders.some(({ state }) => state === 'refund_due' || state === 'refund_failed');
  return kept > (isOwing ? wanted : paid) ? 'paid-not-enrolled' : 'matched';
}

/** What an order wants looked at for, where one of them does: the worst of it. */
const attentionOf = (orders: readonly OrderRow[]) =>
  ATTENTIONS.findLast((attention) => orders.some((order) => order.attention === attention)) ?? null;

/** The pairs as an admin reads them, the newest first. */
export async function describePairs({ db }: Payments, pairs: readonly Pair[]) {
  const orders = pairs.flatMap((pair) => pair.orders);
  const ids = [...new Set(orders.flatMap(({ classid }) => classid ?? []))];
  const names = new Map((await findClassesById(db, ids)).map(({ _id, classname }) => [_id, classname]));
  const addresses = await findAddresses(
    db,
    orders.map(({ userid }) => userid),
  );
  const learners = await findNamedLearners(db, [...new Set(orders.map(({ learnerid }) => learnerid))]);
  const balances = await findBalances(
    db,
    orders.filter(({ checkoutid }) => checkoutid !== null),
  );

  const itemOf = (order: OrderRow) => ({
    enrolmentid: order.state === 'enrolled' ? order._id : null,
    classid: order.classid,
    classname: names.get(order.classid ?? '') ?? null,
    learnerid: order.learnerid,
    learnername: learners.get(order.learnerid)?.learnername ?? FORMER_STUDENT,
    attention: order.attention,
    reason: order.reason,
  });

  const aloneOf = (order: OrderRow) => {
    const isSelf = learners.get(order.learnerid)?.self === 1;
    return isSelf ? { ...itemOf(order), learnername: null } : itemOf(order);
  };

  /** The orders of a checkout, whose sums are those of the payment, whether or not all that moved is in the ledger yet. */
  function itemsOf(pair: Pair) {
    let left = returnedOf(pair);
    const own = new Map(
      pair.orders.map(({ _id }) => {
        const part = Math.min(left, balances.get(_id)?.own ?? 0);
        left -= part;
        return [_id, part];
      }),
    );
    const shares = shareOut(pair.orders, { received: pair.intent?.received ?? 0, own, shared: left });
    const items = pair.orders.map((order) => ({
      ...itemOf(order),
      _id: order._id,
      state: order.state,
      price: order.amount,
      received: shares.get(order._id)?.received ?? 0,
      refunded: shares.get(order._id)?.returned ?? 0,
    }));
    return items.sort(byLearner);
  }

  return pairs
    .map((pair) => {
      const { intent, orders } = pair;
      const [first] = orders;
      const alone = first?.checkoutid === null ? aloneOf(first) : NO_ORDER;
      return {
        transactionId: intent?.id ?? (first ? transactionOf(first) : ''),
        verdict: verdictOf(pair),
        date: dateOf(pair),
        email: first ? (addresses.get(first.userid ?? '') ?? FORMER_STUDENT) : null,
        ...alone,
        received: intent?.received ?? 0,
        refunded: returnedOf(pair),
        attention: attentionOf(orders),
        currency: intent?.currency ?? first?.currency ?? '',
        cardlast4: intent?.cardlast4 ?? null,
        ...(first && first.checkoutid !== null && { items: itemsOf(pair) }),
      };
    })
    .sort((one, other) => other.date - one.date);
}

/** Of a payment for which there is no order, or of which each is an item. */
const NO_ORDER = {
  enrolmentid: null,
  classid: null,
  classname: null,
  learnerid: null,
  learnername: null,
  reason: null,
};
