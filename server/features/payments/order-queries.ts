import { sql } from 'kysely';
import type { Lessons } from '#contract/payments/part-of.ts';
import { newId } from '#server/database/ids.ts';
import { prepared } from '#server/database/prepared.ts';
import type { Db, OrderState, Row } from '#server/database/schema.ts';
import { locked } from '#statements/lock.ts';
import { checkTransition, isPaid, OPEN, PAID, UNPAID } from './order-states.ts';
import type { Student } from './payments.ts';

export type OrderRow = Row<'orders'>;

type NewOrder = Student &
  Pick<OrderRow, 'classid' | 'amount' | 'currency' | 'holduntil'> &
  Partial<Pick<OrderRow, '_id' | 'checkoutid' | 'fullamount' | 'amountreason'>> & {
    /** Where they set the amount. */
    lessons?: Lessons | null;
    now: number;
  };

export async function insertOrder(db: Db, order: NewOrder): Promise<OrderRow> {
  const { now, lessons, ...fields } = order;
  const row: OrderRow = {
    _id: newId(now),
    checkoutid: null,
    fullamount: null,
    amountreason: null,
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
    earned: 0,
    attention: null,
    reason: null,
    workat: fields.holduntil,
    lease: null,
    createdat: now,
    updatedat: now,
  };
  await addOrder(db, row);
  return row;
}

const addOrder = prepared((db, row: OrderRow) => db.insertInto('orders').values(row));

export async function findOrder(db: Db, id: string) {
  return db.selectFrom('orders').selectAll().where('_id', '=', id).executeTakeFirst();
}

/** What one payment pays is known at the card service by one id: the order's, or that of the checkout which its orders share. */
export const paymentIdOf = ({ _id, checkoutid }: Pick<OrderRow, '_id' | 'checkoutid'>) => checkoutid ?? _id;

/** What a payment comes to, in cents. */
export const amountOf = (orders: readonly Pick<OrderRow, 'amount'>[]) =>
  orders.reduce((total, { amount }) => total + amount, 0);

/** How many lessons were left when an order was priced, and of how many; null where lessons did not set its price. */
export const lessonsOf = ({
  lessonsleft,
  lessonsof,
}: Pick<OrderRow, 'lessonsleft' | 'lessonsof'>): Lessons | null =>
  lessonsleft === null || lessonsof === null ? null : { left: lessonsleft, of: lessonsof };

/** What goes back of an order whose place has ended, in cents. */
export const goesBackOf = ({ amount, earned }: Pick<OrderRow, 'amount' | 'earned'>) => amount - earned;

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

/**
 * Orders for which money came in this span of time, the newest first; where `before` is named, those of the moment `to` too whose id comes
 * before it. A free place has no payment and needs none.
 */
export async function findOrdersPaid(
  db: Db,
  { from, to, before, limit }: { from: number; to: number; before?: string; limit: number },
) {
  return db
    .selectFrom('orders')
    .selectAll()
    .where('paidat', '>=', from)
    .where('paidat', '<=', to)
    .where(sql<boolean>`(paidat, _id) < (${to}, ${before ?? ''})`)
    .where('state', 'in', PAID)
    .where('amount', '>', 0)
    .orderBy('paidat', 'desc')
    .orderBy('_id', 'desc')
    .limit(limit)
    .execute();
}

const OWED_MAX = 2000;

/** The places that were given in this span of time and are owed to the school still, the newest first. */
export async function findOrdersOwed(db: Db, { from, to }: { from: number; to: number }) {
  return db
    .selectFrom('orders')
    .selectAll()
    .where('paidby', '=', sql.lit('due'))
    .where('state', '=', 'enrolled')
    .where('createdat', '>=', from)
    .where('createdat', '<', to)
    .orderBy('_id', 'desc')
    .limit(OWED_MAX)
    .execute();
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

/** The orders for a learner, whoever pays them, in some of the states. */
export async function findOrdersFor(
  db: Db,
  learnerid: string,
  states: readonly OrderState[],
): Promise<OrderRow[]> {
  const orders = db.selectFrom('orders').selectAll().where('learnerid', '=', learnerid);
  return orders.where('state', 'in', states).orderBy('_id').execute();
}

/** The places that an account has had held by checkouts since a moment and has not paid for: how many, and when the first was. */
export async function countUnpaidPlaces(
  db: Db,
  { userid, since }: { userid: string; since: number },
): Promise<{ count: number; first: number | null }> {
  const found = await db
    .selectFrom('orders')
    .select((of) => [of.fn.countAll<number>().as('count'), of.fn.min('createdat').as('first')])
    .where('userid', '=', userid)
    .where('checkoutid', 'is not', null)
    .where('createdat', '>=', since)
    .where('state', 'in', UNPAID)
    .executeTakeFirstOrThrow();
  return { count: Number(found.count), first: found.first };
}

/**
 * Of these classes and the families of these learners: how many places each family has held and not paid for, offers from the waiting list among
 * them, and how many it has that cost nothing.
 */
export const countFamilyHolds = (
  db: Db,
  { classids, learnerids }: { classids: readonly string[]; learnerids: readonly string[] },
) =>
  db
    .selectFrom('learners as asking')
    .innerJoin('classes', (join) => join.on('classes._id', 'in', classids))
    .where('asking._id', 'in', learnerids)
    .select(['asking._id as learnerid', 'classes._id as classid', 'classes.capacity'])
    .select((of) => [
      of
        .selectFrom('learners')
        .innerJoin('orders', 'orders.learnerid', 'learners._id')
        .whereRef('learners.userid', '=', 'asking.userid')
        .whereRef('orders.classid', '=', 'classes._id')
        .where('orders.state', 'in', sql<OrderState>`('held', 'intent', 'expiring')`)
        .select((count) => count.fn.countAll<number>().as('count'))
        .as('held'),
      of
        .selectFrom('learners')
        .innerJoin('waitlist', 'waitlist.learnerid', 'learners._id')
        .whereRef('learners.userid', '=', 'asking.userid')
        .whereRef('waitlist.classid', '=', 'classes._id')
        .where('waitlist.state', 'in', ['offered', 'kept'])
        .select((count) => count.fn.countAll<number>().as('count'))
        .as('offered'),
      of
        .selectFrom('learners')
        .innerJoin('orders', 'orders.learnerid', 'learners._id')
        .whereRef('learners.userid', '=', 'asking.userid')
        .whereRef('orders.classid', '=', 'classes._id')
        .where('orders.state', '=', 'enrolled')
        .where('orders.amount', '=', 0)
        .select((count) => count.fn.countAll<number>().as('count'))
        .as('free'),
    ])
    .execute();

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
    .where('state', 'in', OPEN),
);

export type OrderChange = Partial<
  Omit<OrderRow, '_id' | 'userid' | 'learnerid' | 'amount' | 'currency' | 'createdat'>
>;

/** Changes an order provided that it still is in one of these states; undefined when another was first. Throws where no order goes that way. */
export async function moveOrder(
  db: Db,
  id: string,
  from: readonly OrderState[],
  { now, ...change }: OrderChange & { now: number },
): Promise<OrderRow | undefined> {
  const [moved] = await moveOrders(db, { _id: id, checkoutid: null }, from, { now, ...change });
  return moved;
}

/** The same for an order and those that the same payment pays, which go this way together; none when another was first. */
export async function moveOrders(
  db: Db,
  { _id, checkoutid }: Pick<OrderRow, '_id' | 'checkoutid'>,
  from: readonly OrderState[],
  { now, ...change }: OrderChange & { now: number },
): Promise<OrderRow[]> {
  if (change.state) checkTransition(from, change.state);
  const changes = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  const which = { of: checkoutid ?? _id, from, updatedat: now };
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

/** Another sum is agreed for a place that is owed, in the records of its enrolment too; by the price it costs what it did. */
export async function repriceOrder(
  tx: Db,
  { _id, amount: before, fullamount }: Pick<OrderRow, '_id' | 'amount' | 'fullamount'>,
  { amount, amountreason }: Pick<OrderRow, 'amount' | 'amountreason'>,
): Promise<void> {
  const change = { amount, amountreason, fullamount: fullamount ?? before };
  await tx.updateTable('orders').set(change).where('_id', '=', _id).execute();
  await tx.updateTable('enrolments').set({ price: amount }).where('_id', '=', _id).execute();
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
  locked(tx, tx.selectFrom('orders').selectAll().where('_id', '=', id), 'orders'),
);

const lockedOrders = prepared((tx, { checkoutid }: { checkoutid: string }) => {
  const orders = tx.selectFrom('orders').selectAll().where('checkoutid', '=', checkoutid);
  return locked(tx, orders.orderBy('_id'), 'orders');
});

/** Every order of these checkouts, each checkout's in the order in which they are locked. */
export async function findOrdersOfCheckouts(db: Db, checkoutids: readonly string[]): Promise<OrderRow[]> {
  if (checkoutids.length === 0) return [];
  const orders = db.selectFrom('orders').selectAll().where('checkoutid', 'in', checkoutids);
  return orders.orderBy('_id').execute();
}

/** Orders that an admin has to look at, with those that were paid with them. */
export async function findAttention(db: Db, limit: number): Promise<OrderRow[]> {
  const wanting = await db
    .selectFrom('orders')
    .selectAll()
    .where('attention', 'is not', null)
    .orderBy('_id', 'desc')
    .limit(limit)
    .execute();
  const checkouts = [...new Set(wanting.flatMap(({ checkoutid }) => checkoutid ?? []))];
  const alone = wanting.filter(({ checkoutid }) => checkoutid === null);
  return [...alone, ...(await findOrdersOfCheckouts(db, checkouts))];
}

/** How many payments an admin has to look at. */
export async function countAttention(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('orders')
    .select(sql<number>`count(distinct coalesce(checkoutid, _id))`.as('count'))
    .where('attention', 'is not', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Every attempt of a person to pay, the first one first. */
export async function findAttempts(db: Db, userid: string) {
  return db
    .selectFrom('orders')
    .select([
      '_id',
      'classid',
      'amount',
      'currency',
      'state',
      'intentid as transactionId',
      'reason',
      'createdat',
    ])
    .where('userid', '=', userid)
    .orderBy('_id')
    .execute();
}
