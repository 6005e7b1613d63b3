import type { Decided } from '#contract/classes/calls.ts';
import { reasonOf } from '#server/database/rows/reasons.ts';
import type { Db } from '#server/database/schema.ts';
import { lockClass } from '#server/features/classes/index.ts';
import { notifyReserved } from '#server/features/enrolments/index.ts';
import { saveCardOf } from '#server/features/mandates/index.ts';
import {
  ALONE,
  HOLDING,
  isReserved,
  moveOrder,
  moveOrders,
  type OrderRow,
  type OrdersOfPayment,
  type Payments,
} from '#server/features/orders/index.ts';
import { markSelection } from '#server/features/selections/index.ts';
import type { CardIntent } from '#server/services/card-payments.ts';
import { expireHold } from './expire-hold.ts';

/**
 * Takes orders, which are locked, to where a card that was to be saved for them leads: reserved, each for itself
 * from then on, or given up. No money has moved, so what comes too late has nothing to give back. Gives the orders
 * as they are then.
 */
export async function reserve(
  payments: Pick<Payments, 'now' | 'seats' | 'checkpoint'>,
  tx: Db,
  orders: OrdersOfPayment,
  intent: CardIntent,
): Promise<OrderRow[]> {
  const [first] = orders;
  const now = payments.now();
  // Reserved or charged before, or out of time.
  if (!orders.every(({ state }) => HOLDING.includes(state)) || orders.some(isReserved)) return orders;
  if (intent.status === 'canceled')
    return expireHold(payments, tx, first, reasonOf('orders.not_paid_in_time'));
  if (intent.status !== 'succeeded') return orders;
  const { saved } = intent;
  if (saved) await saveCardOf(tx, { intentid: intent.id, card: saved, now });
  const decided = await findDecided(tx, orders);
  const reason = reasonAgainst(orders, intent, decided);
  if (reason !== undefined) return expireHold(payments, tx, first, reason);

  const change = { state: 'held' as const, reservedat: now, now };
  const card = { cardlast4: saved?.last4 ?? null, intentid: intent.id, clientsecret: intent.clientSecret };
  const moved = await moveOrders(tx, first, HOLDING, { ...change, ...card, workat: null });
  const reserved: OrderRow[] = [];
  for (const order of moved) {
    // Decided already: it is charged by itself at once.
    const isDue = decided.get(order.classid ?? '') === 'runs';
    const due = isDue && (await moveOrder(tx, order._id, ['held'], { ...ALONE, workat: now, now }));
    reserved.push(due || order);
    const { learnerid, classid } = order;
    if (classid === null) continue;
    await payments.seats.reserve(tx, { classid, orderid: order._id, now });
    await markSelection(tx, { learnerid, classid, enrolled: 1 });
  }
  await notifyReserved(tx, reserved);
  payments.checkpoint('inside-reserving');
  return reserved;
}

/**
 * What is decided of the classes of orders, which stays so until the transaction ends; undefined of one that is
 * not offered any more.
 */
async function findDecided(
  tx: Db,
  orders: OrdersOfPayment,
): Promise<ReadonlyMap<string, Decided | null | undefined>> {
  const classids = [...new Set(orders.flatMap(({ classid }) => classid ?? []))].sort();
  const decided = new Map<string, Decided | null | undefined>();
  for (const classid of classids) {
    const wanted = await lockClass(tx, classid);
    decided.set(classid, wanted?.status === 'approved' ? wanted.decided : undefined);
  }
  return decided;
}

/** Why a saved card reserves nothing. */
function reasonAgainst(
  orders: OrdersOfPayment,
  { saved }: CardIntent,
  decided: ReadonlyMap<string, Decided | null | undefined>,
): string | undefined {
  if (saved === null) return reasonOf('orders.card_not_saved');
  if (orders.some(({ userid }) => userid === null)) return reasonOf('orders.student_left');
  if (orders.some(({ classid }) => classid === null)) return reasonOf('orders.learner_left');
  const isOver = [...decided.values()].some((one) => one === undefined || one === 'not');
  return isOver ? reasonOf('orders.class_not_offered') : undefined;
}
