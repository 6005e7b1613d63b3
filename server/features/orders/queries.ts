import type { Lessons } from '#contract/payments/part-of.ts';
import { newId } from '#server/database/ids.ts';
import { prepared } from '#server/database/prepared.ts';
import type { Db, OrderState, Row } from '#server/database/schema.ts';
import { checkTransition, isPaid, OPEN } from './order-states.ts';
import type { Student } from './payments.ts';

export type OrderRow = Row<'orders'>;

type NewOrder = Student &
  Pick<OrderRow, 'classid' | 'amount' | 'currency' | 'holduntil'> &
  Partial<
    Pick<
      OrderRow,
      | '_id'
      | 'checkoutid'
      | 'fullamount'
      | 'amountreason'
      | 'importid'
      | 'lessonid'
      | 'trialat'
      | 'trialid'
      | 'discountid'
      | 'restamount'
      | 'plan'
      | 'reserves'
      | 'agreedby'
    >
  > & {
    /** Where they set the amount. */
    lessons?: Lessons | null;
    /** The days of the lessons that the amount is for, where it is not for all of the class. */
    billed?: { from: string; to: string } | null;
    now: number;
  };

export async function insertOrder(db: Db, order: NewOrder): Promise<OrderRow> {
  const { now, lessons, billed, ...fields } = order;
  const row: OrderRow = {
    _id: newId(now),
    checkoutid: null,
    fullamount: null,
    amountreason: null,
    importid: null,
    lessonid: null,
    trialat: null,
    trialid: null,
    discountid: null,
    restamount: 0,
    plan: null,
    reserves: 0,
    reservedat: null,
    agreedby: null,
    ...fields,
    paidby: 'card',
    refundamount: null,
    state: 'held',
    intentid: null,
    clientsecret: null,
    paidat: null,
    receiptday: null,
    cardlast4: null,
    refundid: null,
    refundattempt: 0,
    withdrawn: 0,
    goodwill: 0,
    lessonsleft: lessons?.left ?? null,
    lessonsof: lessons?.of ?? null,
    billfrom: billed?.from ?? null,
    billto: billed?.to ?? null,
    earned: 0,
    attention: null,
    reason: null,
    workat: fields.holduntil,
    lease: null,
    createdat: now,
    updatedat: now,
    endedat: null,
  };
  await addOrder(db, row);
  return row;
}

const addOrder = prepared((db, row: OrderRow) => db.insertInto('orders').values(row));

export async function findOrder(db: Db, id: string) {
  return db.selectFrom('orders').selectAll().where('_id', '=', id).executeTakeFirst();
}

/**
 * What one payment pays is known at the card service by one id: the order's, or that of the checkout which
 * its orders share.
 */
export const paymentIdOf = ({ _id, checkoutid }: Pick<OrderRow, '_id' | 'checkoutid'>) => checkoutid ?? _id;

/** What a payment comes to, in cents. */
export const amountOf = (orders: readonly Pick<OrderRow, 'amount'>[]) =>
  orders.reduce((total, { amount }) => total + amount, 0);

/**
 * How many lessons were left when an order was priced, and of how many; null where lessons did not set its
 * price.
 */
export const lessonsOf = ({
  lessonsleft,
  lessonsof,
}: Pick<OrderRow, 'lessonsleft' | 'lessonsof'>): Lessons | null =>
  lessonsleft === null || lessonsof === null ? null : { left: lessonsleft, of: lessonsof };

/** Whether an order is of a trial lesson, which takes the place of a guest in it. */
export const isTrial = ({ lessonid }: Pick<OrderRow, 'lessonid'>) => lessonid !== null;

/** The class of which an order holds or takes a seat; null of one without a class, and of a trial. */
export const seatClassOf = ({ classid, lessonid }: Pick<OrderRow, 'classid' | 'lessonid'>) =>
  lessonid === null ? classid : null;

/** What goes back of an order whose place has ended, in cents. */
export const goesBackOf = ({ amount, earned }: Pick<OrderRow, 'amount' | 'earned'>) => amount - earned;

/** What an order becomes that is no part of what one card was saved for any more. */
export const ALONE = { checkoutid: null, intentid: null, clientsecret: null };

type Wanted = { learnerid: string; classid: string | null };

/** The order in which the places of one payment are made, and locked. */
export const byClass = (one: Wanted, other: Wanted) =>
  (one.classid ?? '') < (other.classid ?? '') ||
  (one.classid === other.classid && one.learnerid < other.learnerid)
    ? -1
    : 1;

type Named = { learnername: string; classname: string | null };

/** Places of one payment as they are listed: by who learns, and then by what. */
export const byLearner = (one: Named, other: Named) =>
  one.learnername.localeCompare(other.learnername) ||
  (one.classname ?? '').localeCompare(other.classname ?? '');

/** What the provider is asked to charge for all the orders of a payment. */
export function paymentOf(orders: readonly OrderRow[]) {
  const [first] = orders;
  if (!first) throw new Error('A payment is for something.');
  return { _id: paymentIdOf(first), amount: amountOf(orders), currency: first.currency };
}

/** Orders of one payment, in the order in which they are locked. */
const sorted = (orders: OrderRow[]) => orders.sort((one, other) => (one._id < other._id ? -1 : 1));

/** An order and those that the same payment pays. */
export async function findOrdersWith(db: Db, { _id, checkoutid }: OrderRow): Promise<OrderRow[]> {
  return db
    .selectFrom('orders')
    .selectAll()
    .$call((all) =>
      checkoutid === null ? all.where('_id', '=', _id) : all.where('checkoutid', '=', checkoutid),
    )
    .orderBy('_id')
    .execute();
}

/** The order, or one of the orders, that a payment is made for; undefined where there is none. */
export async function findOrderOfPayment(db: Db, paymentid: string): Promise<OrderRow | undefined> {
  const inCheckout = db.selectFrom('orders').selectAll().where('checkoutid', '=', paymentid).limit(1);
  return (await findOrder(db, paymentid)) ?? inCheckout.executeTakeFirst();
}

/** Every order that an intent pays. */
export const findOrdersOfIntent = async (db: Db, intentid: string) =>
  sorted(await ordersByIntent(db, { intentid }));

export async function findOrderByIntent(db: Db, intentid: string): Promise<OrderRow | undefined> {
  const [order] = await ordersByIntent(db, { intentid });
  return order;
}

const ordersByIntent = prepared((db, { intentid }: { intentid: string }) =>
  db.selectFrom('orders').selectAll().where('intentid', '=', intentid),
);

const IDS_AT_ONCE = 1000;

export async function findOrdersByIntent(db: Db, intentids: readonly string[]): Promise<OrderRow[]> {
  const found: OrderRow[] = [];
  for (let at = 0; at < intentids.length; at += IDS_AT_ONCE) {
    const some = intentids.slice(at, at + IDS_AT_ONCE);
    found.push(...(await db.selectFrom('orders').selectAll().where('intentid', 'in', some).execute()));
  }
  return found;
}

/** Whether an order is in the list of what was paid when its moment is. */
export const isListedAsPaid = (order: OrderRow) => isPaid(order) && order.amount > 0;

/** The orders that an account pays, in some of the states. */
export async function findOrdersOf(
  db: Db,
  userid: string,
  states: readonly OrderState[],
): Promise<OrderRow[]> {
  return ordersOf(db, { userid, states });
}

const ordersOf = prepared((db, { userid, states }: { userid: string; states: readonly OrderState[] }) =>
  db
    .selectFrom('orders')
    .selectAll()
    .where('userid', '=', userid)
    .where('state', 'in', states)
    .orderBy('_id'),
);

/** The orders for a learner, whichever account pays them, in some of the states. */
export async function findOrdersFor(
  db: Db,
  learnerid: string,
  states: readonly OrderState[],
): Promise<OrderRow[]> {
  const orders = db.selectFrom('orders').selectAll().where('learnerid', '=', learnerid);
  return orders.where('state', 'in', states).orderBy('_id').execute();
}

/** A student's order of a class that holds or has taken a seat. */
export async function findOpenOrder(
  db: Db,
  { learnerid, classid }: { learnerid: string; classid: string },
): Promise<OrderRow | undefined> {
  const [order] = await openOrders(db, { learnerid, classid });
  return order;
}

const openOrders = prepared((db, { learnerid, classid }: { learnerid: string; classid: string }) =>
  db
    .selectFrom('orders')
    .selectAll()
    .where('learnerid', '=', learnerid)
    .where('classid', '=', classid)
    .where('lessonid', 'is', null)
    .where('state', 'in', OPEN),
);

/**
 * The trial of a class that a learner is to have, pays for, or has had; one that was given back counts no
 * more.
 */
export async function findTrial(
  db: Db,
  { learnerid, classid }: { learnerid: string; classid: string },
): Promise<OrderRow | undefined> {
  const [order] = await trials(db, { learnerid, classid });
  return order;
}

const trials = prepared((db, { learnerid, classid }: { learnerid: string; classid: string }) =>
  db
    .selectFrom('orders')
    .selectAll()
    .where('learnerid', '=', learnerid)
    .where('classid', '=', classid)
    .where('lessonid', 'is not', null)
    .where('state', 'in', OPEN)
    .orderBy('_id'),
);

/** The same of one lesson. */
export async function findTrialOfLesson(
  db: Db,
  { learnerid, lessonid }: { learnerid: string; lessonid: string },
): Promise<OrderRow | undefined> {
  return db
    .selectFrom('orders')
    .selectAll()
    .where('lessonid', '=', lessonid)
    .where('learnerid', '=', learnerid)
    .where('state', 'in', OPEN)
    .executeTakeFirst();
}

/** A learner's trials of which something is still to be told: their lessons are to come, as far as is known. */
export const findTrialsToCome = (db: Db, learnerid: string): Promise<OrderRow[]> =>
  db
    .selectFrom('orders')
    .selectAll()
    .where('learnerid', '=', learnerid)
    .where('trialat', 'is not', null)
    .where('state', '=', 'enrolled')
    .orderBy('_id')
    .execute();

export type OrderChange = Partial<
  Omit<OrderRow, '_id' | 'userid' | 'learnerid' | 'amount' | 'currency' | 'createdat'>
>;

/**
 * Changes an order provided that it still is in one of these states; undefined when another was first. Throws
 * where no order goes that way.
 */
export async function moveOrder(
  db: Db,
  id: string,
  from: readonly OrderState[],
  { now, ...change }: OrderChange & { now: number },
): Promise<OrderRow | undefined> {
  const [moved] = await moveOrders(db, { _id: id, checkoutid: null }, from, { now, ...change });
  return moved;
}

/**
 * The same for an order and those that the same payment pays, which go this way together; none when another
 * was first.
 */
export async function moveOrders(
  db: Db,
  { _id, checkoutid }: Pick<OrderRow, '_id' | 'checkoutid'>,
  from: readonly OrderState[],
  { now, ...change }: OrderChange & { now: number },
): Promise<OrderRow[]> {
  if (change.state) checkTransition(from, change.state);
  const changes = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  const isEnding = from.includes('enrolled') && change.state !== undefined && change.state !== 'enrolled';
  const which = { of: checkoutid ?? _id, from, updatedat: now, ...(isEnding && { endedat: now }) };
  return sorted(await (checkoutid === null ? moved : movedTogether)(db, { ...changes, ...which }));
}

type Moving = OrderChange & { of: string; from: readonly OrderState[] };

const mover = (column: '_id' | 'checkoutid') =>
  prepared((db, { of, from, ...change }: Moving) =>
    db.updateTable('orders').set(change).where(column, '=', of).where('state', 'in', from).returningAll(),
  );

const moved = mover('_id');
const movedTogether = mover('checkoutid');

/** Makes a place that is locked another learner's; who pays stays. */
export async function passOrderOn(
  tx: Db,
  { _id }: Pick<OrderRow, '_id'>,
  { learnerid, now }: { learnerid: string; now: number },
): Promise<OrderRow> {
  const passed = tx.updateTable('orders').set({ learnerid, updatedat: now }).where('_id', '=', _id);
  return passed.returningAll().executeTakeFirstOrThrow();
}

/** Makes an order that is locked another account's, which paid it. */
export async function passToPayer(
  tx: Db,
  { _id }: Pick<OrderRow, '_id'>,
  { userid, now }: { userid: string; now: number },
): Promise<OrderRow> {
  const passed = tx.updateTable('orders').set({ userid, updatedat: now }).where('_id', '=', _id);
  return passed.returningAll().executeTakeFirstOrThrow();
}

/**
 * Another sum is agreed for a place that is owed; by the price it costs what it did. Its discount is no longer
 * what sets it, and is free to be used again.
 */
export async function repriceOrder(
  tx: Db,
  { _id, amount: before, fullamount }: Pick<OrderRow, '_id' | 'amount' | 'fullamount'>,
  { amount, amountreason }: Pick<OrderRow, 'amount' | 'amountreason'>,
): Promise<void> {
  const change = { amount, amountreason, fullamount: fullamount ?? before, discountid: null };
  await tx.updateTable('orders').set(change).where('_id', '=', _id).execute();
}

/**
 * What is owed for a place is to be charged to its payer: the place itself costs nothing more. Undefined where it is
 * not owed any more.
 */
export async function chargeOrder(
  tx: Db,
  { _id, amount }: Pick<OrderRow, '_id' | 'amount'>,
  { receiptday, now }: { receiptday: string; now: number },
): Promise<OrderRow | undefined> {
  const charged = { amount: 0, restamount: amount, paidby: 'card' as const };
  return tx
    .updateTable('orders')
    .set({ ...charged, paidat: now, receiptday, updatedat: now })
    .where('_id', '=', _id)
    .where('amount', '=', amount)
    .where('paidby', '=', 'due')
    .where('state', '=', 'enrolled')
    .returningAll()
    .executeTakeFirst();
}

/** All that one payment pays: one order, or those of a checkout. */
export type OrdersOfPayment = [OrderRow, ...OrderRow[]];

/** An order and those that the same payment pays as they are now, locked until the transaction ends. */
export async function lockOrders(tx: Db, { _id, checkoutid }: OrderRow): Promise<OrdersOfPayment> {
  const [first, ...others] =
    checkoutid === null ? await lockedOrder(tx, { id: _id }) : await lockedOrders(tx, { checkoutid });
  if (!first) throw new Error(`There is no order ${_id}.`);
  return [first, ...others];
}

const lockedOrder = prepared((tx, { id }: { id: string }) =>
  tx.selectFrom('orders').selectAll().where('_id', '=', id).forNoKeyUpdate('orders'),
);

const lockedOrders = prepared((tx, { checkoutid }: { checkoutid: string }) => {
  const orders = tx.selectFrom('orders').selectAll().where('checkoutid', '=', checkoutid);
  return orders.orderBy('_id').forNoKeyUpdate('orders');
});

/** Every order of these checkouts, each checkout's in the order in which they are locked. */
export async function findOrdersOfCheckouts(db: Db, checkoutids: readonly string[]): Promise<OrderRow[]> {
  if (checkoutids.length === 0) return [];
  const orders = db.selectFrom('orders').selectAll().where('checkoutid', 'in', checkoutids);
  return orders.orderBy('_id').execute();
}

/** Lets one account owe what another does for a learner's places. */
export async function moveOwed(
  tx: Db,
  { learnerid, from, to }: { learnerid: string; from: string; to: string },
): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ userid: to })
    .where('learnerid', '=', learnerid)
    .where('userid', '=', from)
    .where('paidby', '=', 'due')
    .where('state', '=', 'enrolled')
    .execute();
}
