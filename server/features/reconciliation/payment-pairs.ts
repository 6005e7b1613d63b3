import { formerStudent } from '#contract/former.ts';
import { ATTENTIONS, isWrong, type Verdict } from '#contract/reconciliation/calls.ts';
import { findAddresses } from '#server/auth/queries.ts';
import { findNamedLearners } from '#server/database/rows/learners.ts';
import type { Db } from '#server/database/schema.ts';
import { findClassesById } from '#server/features/classes/index.ts';
import { findPricesOf } from '#server/features/enrolments/index.ts';
import type { FamilyPaymentRow } from '#server/features/familypayments/index.ts';
import { findBalances, shareOut } from '#server/features/ledger/index.ts';
import {
  byLearner,
  goesBackOf,
  isByHand,
  isPaid,
  isTrial,
  type OrderRow,
  type Payments,
  paidByHandOf,
  paymentIdOf,
  transactionOf,
} from '#server/features/orders/index.ts';
import { ANOTHER_AMOUNT } from '#server/features/payments/index.ts';
import { findTaken, sumTaken } from '#server/features/refunds/index.ts';
import { type CardIntent, CardRefusal } from '#server/services/card-payments.ts';
import { findFamilies } from './queries.ts';

/** A payment at the provider and the orders that it paid, all of them; either may be missing. */
export type Pair<T = PairIntent> = {
  intent: T | undefined;
  orders: readonly OrderRow[];
  /** Of a payment that a family made for invoices, and for no place. */
  family?: FamilyPair;
};

/** Such a payment, and what the ledger has of it, in cents. */
export type FamilyPair = {
  payment: FamilyPaymentRow;
  received: number;
  refunded: number;
  /** What the bank took back for the cardholder. */
  withdrawn: number;
};

/**
 * What the school's own records say of a payment: the ledger, in cents, and the enrolments of its orders with
 * their prices.
 */
export type Books = { received: number; returned: number; prices: ReadonlyMap<string, number> };

/** The same of several payments. */
export async function readBooks<P extends Pair>(db: Db, pairs: readonly P[]): Promise<Map<P, Books>> {
  const orders = pairs.flatMap((pair) => pair.orders);
  const balances = await findBalances(db, orders);
  const prices = await findPricesOf(
    db,
    orders.map(({ _id }) => _id),
  );
  return new Map(
    pairs.map((pair) => {
      const moved = pair.orders.flatMap(({ _id }) => balances.get(_id) ?? []);
      const received = add(moved, (balance) => balance.received);
      return [pair, { received, returned: add(moved, ({ returned }) => returned), prices }];
    }),
  );
}

type PairIntent = Pick<
  CardIntent,
  'id' | 'received' | 'refunded' | 'currency' | 'cardlast4' | 'createdat' | 'orderid'
>;

/** When the money came, as far as it is known; of what is owed, since when. */
export const dateOf = ({ orders: [order], intent }: Pair) =>
  order?.paidat ?? intent?.createdat ?? order?.createdat ?? 0;

/**
 * Orders, all that one payment paid together, beside what the ledger has of that: what came by hand is
 * nowhere else.
 */
export async function pairsOfLedger(db: Db, orders: readonly OrderRow[]): Promise<Pair[]> {
  const balances = await findBalances(db, orders);
  return [...Map.groupBy(orders, ({ _id, checkoutid }) => checkoutid ?? _id).values()].map((paid): Pair => {
    const [first] = paid;
    if (!first) return { orders: paid, intent: undefined };
    const { cardlast4, currency, createdat, checkoutid, _id } = first;
    const moved = paid.flatMap((order) => balances.get(order._id) ?? []);
    const received = add(moved, (balance) => balance.received);
    const refunded = add(moved, ({ returned, withdrawn }) => returned - withdrawn);
    const orderid = checkoutid ?? _id;
    const id = transactionOf(first);
    return { orders: paid, intent: { id, cardlast4, currency, createdat, orderid, received, refunded } };
  });
}

/** What the provider has under this id; undefined where it has nothing. */
export async function findIntent({ cards }: Payments, id: string): Promise<CardIntent | undefined> {
  return cards.readIntent(id).catch((error) => {
    if (error instanceof CardRefusal) return undefined;
    throw error;
  });
}

/**
 * The provider's payments without what of a family's credit went to their cards: by that nothing of their
 * orders was refunded.
 */
export async function withoutCredit<P extends Pair<PairIntent>>(db: Db, pairs: readonly P[]): Promise<P[]> {
  const idOf = ({ orders: [first] }: Pair) => (first ? paymentIdOf(first) : '');
  const taken = Map.groupBy(
    await findTaken(db, pairs.map(idOf).filter(Boolean)),
    ({ refund }) => refund.paymentid,
  );
  return pairs.map((pair) => {
    const of = taken.get(idOf(pair))?.filter(({ refund }) => refund.state === 'done');
    if (!of || !pair.intent) return pair;
    // The bank may have refused one that is not known as failed yet.
    const refunded = Math.max(0, pair.intent.refunded - sumTaken(of));
    return { ...pair, intent: { ...pair.intent, refunded } };
  });
}

/** A payment on the same card account that is another shop's: no order of the school stands in it. */
export const isStrange = ({ intent, orders, family }: Pair) =>
  orders.length === 0 && !family && intent?.orderid === null;

const add = <T>(items: readonly T[], amountOf: (item: T) => number) =>
  items.reduce((total, item) => total + amountOf(item), 0);

/** Cents that went back of a payment by any way. */
const returnedOf = ({ intent, orders, family }: Pair) =>
  (intent?.refunded ?? 0) + (family?.withdrawn ?? 0) + add(orders, ({ withdrawn }) => withdrawn);

/** Cents that the school still holds of a payment. */
export const keptOf = (pair: Pair) => Math.max(0, (pair.intent?.received ?? 0) - returnedOf(pair));

/** Cents of it that the school earned by lessons of places that have ended. */
export const earnedBy = ({ orders }: Pair) => add(orders, ({ earned }) => earned);

/** Whether the school waits for the money of a place. */
export const isOwed = ({ state, paidby }: OrderRow) => state === 'enrolled' && paidby === 'due';

/**
 * How a payment stands to its enrolments, the provider's records to the school's, and these to each other.
 */
export function verdictOf(pair: Pair, books: Books): Verdict {
  if (pair.family) return verdictOfFamily(pair, pair.family);
  const contradiction = unlike(pair, books);
  if (contradiction) return contradiction;
  if (pair.orders.some(isByHand)) return verdictByHand(pair);
  const verdict = verdictByCard(pair);
  const isSettled = pair.orders.length > 0 && pair.orders.every(({ state }) => SETTLED.has(state));
  const isMissing = isSettled && books.returned < returnedOf(pair);
  // Where places are to end for it, it is on its way into the ledger.
  return isMissing && !isWrong(verdict) ? 'ledger-differs' : verdict;
}

/** How a payment for invoices stands to the ledger, which alone says what it paid. */
function verdictOfFamily({ intent }: Pair, { received, refunded, withdrawn }: FamilyPair): Verdict {
  if (received !== (intent?.received ?? 0) || refunded !== (intent?.refunded ?? 0)) return 'ledger-differs';
  return received > refunded + withdrawn ? 'matched' : 'refunded';
}

/** An order in one of these states has no work on its money under way. */
const SETTLED = new Set<OrderRow['state']>(['enrolled', 'refunded', 'expired']);

/** What in the school's records contradicts itself or the provider's; undefined where nothing does. */
function unlike(pair: Pair, { received, returned, prices }: Books): Verdict | undefined {
  const { orders, intent } = pair;
  // A trial has no enrolment beside its order.
  for (const { _id, state, amount } of orders.filter((order) => !isTrial(order))) {
    if (state === 'enrolled' && !prices.has(_id)) return 'order-without-enrolment';
    if (state !== 'enrolled' && prices.has(_id)) return 'enrolment-without-order';
    if (prices.has(_id) && prices.get(_id) !== amount) return 'amount-differs';
  }
  if (orders.length === 0 || !orders.every((order) => isPaid(order) || order.amount === 0)) return undefined;
  const byHand = orders.find(isByHand);
  if (byHand) {
    if (received !== (isOwed(byHand) ? 0 : byHand.amount)) return 'ledger-differs';
    const back = byHand.state === 'refunded' ? goesBackOf(byHand) : 0;
    if (returned > back) return 'refunded-too-much';
    return returned < back ? 'ledger-differs' : undefined;
  }
  // What the provider does not know is told apart below, and what the ledger has not been told yet is on its
  // way.
  if (!intent?.received) return undefined;
  if (received !== intent.received || returned > returnedOf(pair)) return 'ledger-differs';
  if (returnedOf(pair) > intent.received) return 'refunded-too-much';
  const isAsAsked = orders.some(
    ({ reason, state }) => reason === ANOTHER_AMOUNT || state === 'refund_failed',
  );
  return isAsAsked || intent.received === add(orders, ({ amount }) => amount) ? undefined : 'amount-differs';
}

const verdictByHand = ({ orders }: Pair): Verdict => {
  if (orders.some(isOwed)) return 'owed';
  if (orders.some(({ state }) => state === 'refund_due')) return 'owed-back';
  return orders.some(({ state }) => state === 'refunded') ? 'refunded' : 'matched';
};

/**
 * What is kept of a payment stands against the places that stand; what is more belongs to those that have
 * ended.
 */
function verdictByCard(pair: Pair): Verdict {
  const enrolled = pair.orders.filter(({ state }) => state === 'enrolled');
  const kept = keptOf(pair);
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
  const payers = [...orders, ...pairs.flatMap(({ family }) => family?.payment ?? [])].flatMap(
    ({ userid }) => userid ?? [],
  );
  const addresses = await findAddresses(db, payers);
  const withoutAddress = await findFamilies(
    db,
    payers.filter((userid) => !addresses.has(userid)),
  );
  const nameOf = (userid: string) => addresses.get(userid) ?? withoutAddress.get(userid) ?? formerStudent();
  const learners = await findNamedLearners(db, [...new Set(orders.map(({ learnerid }) => learnerid))]);
  const balances = await findBalances(
    db,
    orders.filter(({ checkoutid }) => checkoutid !== null),
  );

  const books = await readBooks(db, pairs);
  const itemOf = (order: OrderRow) => ({
    enrolmentid: order.state === 'enrolled' ? order._id : null,
    classid: order.classid,
    classname: names.get(order.classid ?? '') ?? null,
    trial: isTrial(order) ? (true as const) : undefined,
    learnerid: order.learnerid,
    learnername: learners.get(order.learnerid)?.learnername ?? formerStudent(),
    attention: order.attention,
    reason: order.reason ?? order.amountreason,
  });

  const aloneOf = (order: OrderRow) => {
    const isSelf = learners.get(order.learnerid)?.self === 1;
    return isSelf ? { ...itemOf(order), learnername: null } : itemOf(order);
  };

  /**
   * The orders of a checkout, whose sums are those of the payment, whether or not all that moved is in the
   * ledger yet.
   */
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
      const { intent, orders, family } = pair;
      const [first] = orders;
      const payer = first ?? family?.payment;
      const alone = first?.checkoutid === null ? aloneOf(first) : NO_ORDER;
      return {
        transactionId: intent?.id ?? (first ? transactionOf(first) : ''),
        verdict: verdictOf(pair, books.get(pair) ?? NO_BOOKS),
        date: dateOf(pair),
        email: payer ? nameOf(payer.userid ?? '') : null,
        forinvoices: family && (true as const),
        ...alone,
        paidby: first && paidByHandOf(first),
        owed: first && isOwed(first) ? first.amount : undefined,
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

export const NO_BOOKS: Books = { received: 0, returned: 0, prices: new Map() };

/** Of a payment for which there is no order, or of which each is an item. */
const NO_ORDER = {
  enrolmentid: null,
  classid: null,
  classname: null,
  learnerid: null,
  learnername: null,
  reason: null,
};
