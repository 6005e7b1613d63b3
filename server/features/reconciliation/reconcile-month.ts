import { type Span, spanOfMonth } from '#server/database/rows/school-row.ts';
import { findCallOffs } from '#server/features/calloffs/index.ts';
import { findUnpaidEnrolled } from '#server/features/enrolments/index.ts';
import { sumBesidePlaces, sumMonth } from '#server/features/ledger/index.ts';
import {
  findOrdersByIntent,
  findOrdersOwed,
  findOrdersPaid,
  findOrdersWith,
  isByHand,
  isListedAsPaid,
  type OrderRow,
  type OrdersOfPayment,
  type Payments,
} from '#server/features/orders/index.ts';
import type { CardIntent } from '#server/services/card-payments.ts';
import { findFamilyPairs } from './family-pairs.ts';
import {
  dateOf,
  describePairs,
  findIntent,
  isStrange,
  type Pair,
  pairsOfLedger,
  withoutCredit,
} from './payment-pairs.ts';

/**
 * Where a page begins: with what was paid before `to` or, at this very moment, before the order `before`; and
 * of the provider's payments with the one after `after`.
 */
type Place = { to: number; before: string; after: string };

/**
 * How many payments of the provider are on a page, and how many orders at most: some 80 kB, and a busy month
 * stays within the calls that one person may make in a minute.
 */
const INTENTS_AT_ONCE = 200;
const ORDERS_AT_ONCE = 400;

/**
 * A page of the payments that the provider has of a month of the school's (`2026-09`), each beside the
 * enrolment that it paid for, and of the enrolments paid in the same time, by card or by hand, the newest
 * first; what is on one side alone shows as such. What is owed, and what was never paid, is on the first
 * page. A payment stands in the month in which its money came, as in the ledger. `sums` are the whole
 * month's, as the ledger has it; the others are those of the page's lines, and what families paid beside
 * places is on the first page. `next` names the page after it. Throws `provider-unavailable`.
 */
export async function reconcileMonth(
  payments: Payments,
  month: string,
  {
    after,
    limit = { intents: INTENTS_AT_ONCE, orders: ORDERS_AT_ONCE },
  }: { after?: string; limit?: Limit } = {},
) {
  const { db } = payments;
  const terms = await payments.terms();
  const span = spanOfMonth(terms, month);
  const place = readPlace(after) ?? { to: span.to, before: '', after: '' };
  const { pairs: found, next } = await pairUp(payments, span, place, limit);
  const pairs = await withoutCredit(db, found);
  const shown = new Set(pairs.flatMap(({ orders }) => orders.map(({ _id }) => _id)));
  const unpaid =
    after === undefined ? [...(await findOrdersOwed(db, span)), ...(await findUnpaidEnrolled(db, span))] : [];
  const others = unpaid.filter(({ _id }) => !shown.has(_id));
  const lines = await describePairs(payments, [...pairs, ...(await pairsOfLedger(db, others))]);
  const sumOf = (some: typeof lines) => some.reduce((total, line) => total + line.received, 0);
  // What families paid for whatever they owe is no line, as far as it paid no place.
  const beside = after === undefined ? await sumBesidePlaces(db, span) : { cash: 0, transfer: 0 };
  return {
    month,
    currency: terms.currency,
    received: sumOf(lines),
    refunded: lines.reduce((total, line) => total + line.refunded, 0),
    sums: await sumMonth(db, terms, { month, now: payments.now() }),
    behind: {
      card: sumOf(lines.filter(({ paidby }) => paidby === undefined)),
      cash: beside.cash + sumOf(lines.filter(({ paidby }) => paidby === 'cash')),
      transfer: beside.transfer + sumOf(lines.filter(({ paidby }) => paidby === 'transfer')),
      owed: lines.reduce((total, line) => total + (line.owed ?? 0), 0),
    },
    calledoff: after === undefined ? await findCallOffs(db, span) : [],
    lines,
    next: next && [next.to, next.before, next.after].join('.'),
  };
}

type Limit = { intents: number; orders: number };

function readPlace(text: string | undefined): Place | undefined {
  const [, to, before, after] = /^(\d+)\.([\w-]*)\.(\w*)$/.exec(text ?? '') ?? [];
  return to === undefined ? undefined : { to: Number(to), before: before ?? '', after: after ?? '' };
}

/** The pairs of one page, and where the next begins; null after the last. */
async function pairUp(payments: Payments, span: Span, place: Place, limit: Limit) {
  const { db, cards } = payments;
  const listed = await take(cards.listIntents({ ...span, after: place.after || undefined }), limit.intents);
  const lastListed = listed.length < limit.intents ? undefined : listed.at(-1);
  const oldest = lastListed?.createdat ?? span.from;
  const paid = await findOrdersPaid(db, { from: oldest, ...place, limit: limit.orders });
  const lastPaid = paid.length < limit.orders ? undefined : paid.at(-1);
  // So many orders that they do not reach back as far as the payments: the rest of both is for the next page.
  const intents = lastPaid ? listed.filter(({ createdat }) => createdat >= (lastPaid.paidat ?? 0)) : listed;
  const pairs = [
    ...(await pairIntents(payments, span, intents)),
    ...(await pairOrders(payments, span, { paid, listed })),
  ];
  const lastShown = intents.at(-1)?.id ?? place.after;
  if (lastPaid) return { pairs, next: { to: lastPaid.paidat ?? 0, before: lastPaid._id, after: lastShown } };
  return { pairs, next: lastListed ? { to: oldest, before: '', after: lastShown } : null };
}

async function take<T>(items: AsyncIterable<T>, count: number): Promise<T[]> {
  const some: T[] = [];
  for await (const item of items) {
    some.push(item);
    if (some.length === count) break;
  }
  return some;
}

/** The provider's payments, each with its orders. */
async function pairIntents({ db }: Payments, span: Span, intents: readonly CardIntent[]): Promise<Pair[]> {
  const paid = intents.filter(({ received }) => received > 0);
  const found = await findOrdersByIntent(
    db,
    paid.map(({ id }) => id),
  );
  const orders = Map.groupBy(found.sort(byId), ({ intentid }) => intentid);
  const others = paid.filter(({ id }) => !orders.has(id)).map(({ id }) => id);
  const families = await findFamilyPairs(db, others);
  return (
    paid
      .map((intent): Pair => {
        const family = families.get(intent.id);
        return { intent, orders: orders.get(intent.id) ?? [], ...(family && { family }) };
      })
      .filter((pair) => !isStrange(pair))
      // Begun before midnight of the first and paid after it: it stands in the other month.
      .filter((pair) => isWithin(dateOf(pair), span))
  );
}

/**
 * The orders that the provider's payments of the month do not belong to, each with what the provider has of
 * it after all.
 */
async function pairOrders(
  payments: Payments,
  span: Span,
  { paid, listed }: { paid: readonly OrderRow[]; listed: readonly CardIntent[] },
): Promise<Pair[]> {
  const known = new Set(listed.map(({ id }) => id));
  const others = paid.filter(({ intentid }) => intentid === null || !known.has(intentid));
  const pairs: Pair[] = [];
  pairs.push(...(await pairsOfLedger(payments.db, others.filter(isByHand))));
  for (const orders of await findPayments(
    payments,
    others.filter((order) => !isByHand(order)),
  )) {
    const [{ intentid }] = orders;
    const intent = intentid === null ? undefined : await findIntent(payments, intentid);
    // Begun a little earlier, it is among the payments of another page.
    const isOnOther = intent && intent.received > 0 && isWithin(intent.createdat, span);
    if (!isOnOther) pairs.push({ orders, intent });
  }
  return pairs;
}

/**
 * All that was paid together with these orders; a checkout is on the page of the last of its orders that is
 * in the list.
 */
async function findPayments({ db }: Payments, paid: readonly OrderRow[]): Promise<OrdersOfPayment[]> {
  const payments: OrdersOfPayment[] = [];
  for (const order of paid) {
    const [first = order, ...others] = order.checkoutid === null ? [order] : await findOrdersWith(db, order);
    const isLast = others.every((other) => other._id <= order._id || !isListedAsPaid(other));
    if (isLast) payments.push([first, ...others]);
  }
  return payments;
}

const byId = (one: OrderRow, other: OrderRow) => (one._id < other._id ? -1 : 1);

const isWithin = (moment: number, { from, to }: Span) => from <= moment && moment < to;
