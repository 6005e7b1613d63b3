import { isWrong, MONTH_LINES_MAX } from '#contract/reconciliation.ts';
import {
  findOrdersByIntent,
  findOrdersPaid,
  type OrderRow,
  type Payments,
} from '#server/features/payments/index.ts';
import type { CardIntent } from '#server/services/card-payments.ts';
import { dateOf, describePairs, findIntent, isStrange, type Pair } from './payment-pairs.ts';

type Span = { from: number; to: number };
type Line = Awaited<ReturnType<typeof describePairs>>[number];

/** How many payments are looked at together. */
const AT_ONCE = 100;

/** What is kept of a month however much was paid in it: so many lines of each kind, and so many ids of listed payments. */
const BOUNDS = { lines: MONTH_LINES_MAX, ids: 50_000 };

/**
 * Every payment that the provider has of a month (`2026-09`, UTC) beside every enrolment paid in it, the newest first. What is on
 * one side alone shows as such. A payment stands in the month in which its money came, as in the ledger. The sums are those of the whole
 * month; of its lines, no more than `bounds.lines` that are wrong and as many that are not are kept, the newest of each, while both sides
 * are read page by page. Throws `provider-unavailable`.
 */
export async function reconcileMonth(payments: Payments, month: string, bounds = BOUNDS) {
  const from = Date.parse(`${month}-01T00:00:00Z`);
  const to = Date.UTC(new Date(from).getUTCFullYear(), new Date(from).getUTCMonth() + 1);
  let received = 0;
  let refunded = 0;
  let lines: Line[] = [];
  for await (const pairs of pairUp(payments, { from, to }, bounds.ids)) {
    const page = await describePairs(payments, pairs);
    received += page.reduce((total, line) => total + line.received, 0);
    refunded += page.reduce((total, line) => total + line.refunded, 0);
    lines = keepNewest([...lines, ...page], bounds.lines);
  }
  return { month, currency: payments.currency, received, refunded, lines };
}

function keepNewest(lines: Line[], max: number): Line[] {
  let wrong = 0;
  let right = 0;
  return lines
    .sort((one, other) => other.date - one.date)
    .filter(({ verdict }) => (isWrong(verdict) ? ++wrong : ++right) <= max);
}

/** The pairs of a month, page by page: those of the provider's payments, and then of the orders that none of these belongs to. */
async function* pairUp(payments: Payments, span: Span, idsMax: number): AsyncGenerator<Pair[]> {
  const { db, cards } = payments;
  const listed = new Set<string>();
  for await (const intents of inPages(cards.listIntents(span))) {
    const paid = intents.filter(({ received }) => received > 0);
    const ids = paid.map(({ id }) => id);
    for (const id of ids) if (listed.size < idsMax) listed.add(id);
    const orders = new Map((await findOrdersByIntent(db, ids)).map((order) => [order.intentid, order]));
    yield paid
      .map((intent): Pair => ({ intent, order: orders.get(intent.id) }))
      .filter((pair) => !isStrange(pair))
      // Begun before midnight of the first and paid after it: it stands in the other month.
      .filter((pair) => isWithin(dateOf(pair), span));
  }
  const isListComplete = listed.size < idsMax;
  for await (const orders of paidOrders(payments, span)) {
    const pairs: Pair[] = [];
    for (const order of orders) {
      // A free place has no payment and needs none.
      if (order.amount === 0 || (order.intentid !== null && listed.has(order.intentid))) continue;
      const intent = order.intentid === null ? undefined : await findIntent(payments, order.intentid);
      if (isListComplete || !wasListed(intent, span)) pairs.push({ order, intent });
    }
    yield pairs;
  }
}

const isWithin = (moment: number, { from, to }: Span) => from <= moment && moment < to;

const wasListed = (intent: CardIntent | undefined, span: Span) =>
  intent !== undefined && intent.received > 0 && isWithin(intent.createdat, span);

async function* inPages<T>(items: AsyncIterable<T>): AsyncGenerator<T[]> {
  let page: T[] = [];
  for await (const item of items) {
    page.push(item);
    if (page.length < AT_ONCE) continue;
    yield page;
    page = [];
  }
  yield page;
}

async function* paidOrders({ db }: Payments, span: Span): AsyncGenerator<OrderRow[]> {
  let after: OrderRow | undefined;
  do {
    const orders = await findOrdersPaid(db, { ...span, after, limit: AT_ONCE });
    yield orders;
    after = orders.length < AT_ONCE ? undefined : orders.at(-1);
  } while (after);
}
