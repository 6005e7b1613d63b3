import type { Row } from '#server/database/schema.ts';
import { settleFamilyPayment } from '#server/features/familypayments/index.ts';
import {
  claimOrder,
  findDueOrders,
  findOrdersByIntent,
  holdsSeat,
  isReserved,
  type OrderRow,
  type Payments,
  paymentIdOf,
} from '#server/features/orders/index.ts';
import { refundOrder, settleReturns } from '#server/features/refunds/index.ts';
import { AppError } from '#server/http/errors.ts';
import { boundDueTimes } from './bound-due-times.ts';
import { claimEvent, closeEvents, deleteOldEvents, findDueEvents } from './events/queries.ts';
import { chargeReserved } from './settling/charge-reserved.ts';
import { expireOrder, LEASE_MS } from './settling/expire-order.ts';
import { settle } from './settling/settle.ts';

const AT_ONCE = 50;
const EVENTS_KEPT_MS = 30 * 24 * 60 * 60_000;

/**
 * One look at everything that is due: events of the provider, holds that ran out, refunds that are owed.
 * Several workers may look at once, in several processes: each piece is claimed first, and every step may be
 * taken twice. Gives how many pieces were worked on; what failed does not count, so that it is not tried
 * again at once.
 */
export async function workPayments(payments: Payments): Promise<number> {
  const { db, now } = payments;
  await boundDueTimes(payments);
  const worked = await workEvents(payments);
  const orders = onceEach(await findDueOrders(db, now(), AT_ONCE));
  worked.push(
    ...(await Promise.all(orders.map((order) => attempt(payments, () => workOrder(payments, order))))),
  );
  return worked.filter(Boolean).length;
}

/** Of orders that end together the first, in every process the same; each that owes money for itself. */
function onceEach(orders: readonly OrderRow[]): OrderRow[] {
  const known = new Map<string, OrderRow>();
  for (const order of orders) {
    const key = holdsSeat(order) ? paymentIdOf(order) : order._id;
    const other = known.get(key);
    if (!other || order._id < other._id) known.set(key, order);
  }
  return [...known.values()];
}

async function workEvents(payments: Payments): Promise<boolean[]> {
  const { db, now } = payments;
  const events = await findDueEvents(db, now(), AT_ONCE);
  if (events.length === 0) return [];
  const isNews = await findNews(db, events);
  const [told, known] = [events.filter(isNews), events.filter((event) => !isNews(event))];
  await closeEvents(
    db,
    known.map(({ _id }) => _id),
  );
  const worked = await Promise.all(told.map((event) => attempt(payments, () => workEvent(payments, event))));
  await deleteOldEvents(db, now() - EVENTS_KEPT_MS);
  return [...known.map(() => true), ...worked];
}

/**
 * No news: that a payment has succeeded which its student told of, and was enrolled for. What went back since
 * has events of its own.
 */
async function findNews(db: Payments['db'], events: readonly Row<'webhookevents'>[]) {
  const paid = events.filter(({ type }) => type === 'payment_intent.succeeded');
  const orders = await findOrdersByIntent(
    db,
    paid.flatMap(({ intentid }) => intentid ?? []),
  );
  const enrolled = new Set(orders.flatMap(({ state, intentid }) => (state === 'enrolled' ? intentid : [])));
  return ({ type, intentid }: Row<'webhookevents'>) =>
    type !== 'payment_intent.succeeded' || !enrolled.has(intentid);
}

/**
 * Gives whether it succeeded. What does not stays claimed for a while and is then tried again; a silent
 * provider is nothing to report.
 */
export async function attempt({ logError }: Payments, work: () => Promise<void>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'provider-unavailable')) logError(error);
    return false;
  }
}

/** An event is only a reason to ask the provider: it may be late, told twice, or overtaken. */
async function workEvent(payments: Payments, event: Row<'webhookevents'>) {
  const { db, now, lease } = payments;
  if (!event.intentid || !(await claimEvent(db, event, lease(now() + LEASE_MS)))) return;
  const orders = await settle(payments, event.intentid);
  if (orders.length === 0) await settleFamilyPayment(payments, event.intentid);
  await workOwed(payments, orders);
  await closeEvents(db, [event._id]);
}

async function workOrder(payments: Payments, order: OrderRow) {
  const { db, now, lease } = payments;
  if (!(await claimOrder(db, order, lease(now() + LEASE_MS)))) return;
  if (order.state === 'refund_due') await refundOrder(payments, order);
  else if (order.state === 'refunded') await settleReturns(payments, order, { disputed: false });
  else if (isReserved(order)) await workOwed(payments, await chargeReserved(payments, order));
  else await workOwed(payments, await expireOrder(payments, order));
}

/** What turned out to owe money back does so at once. */
async function workOwed(payments: Payments, orders: readonly OrderRow[]) {
  for (const order of orders) if (order.state === 'refund_due') await refundOrder(payments, order);
}
