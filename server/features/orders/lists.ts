import { sql } from 'kysely';
import { NEWEST_FIRST, type PageQuery, takePage } from '#server/database/lists/pagination.ts';
import type { Db, OrderState } from '#server/database/schema.ts';
import { PAID, UNPAID } from './order-states.ts';
import { orderOfTransaction, paidByHandOf } from './paid-by-hand.ts';
import { findOrder, findOrderByIntent, type OrderRow } from './queries.ts';

/**
 * Orders for which money came in this span of time, the newest first; where `before` is named, those of the
 * moment `to` too whose id comes before it. A free place has no payment and needs none.
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

/** A page of the same places, all of them in all. */
export const browseOrdersOwed = (db: Db, { from, to }: { from: number; to: number }, ask: PageQuery) =>
  takePage(
    db
      .selectFrom('orders')
      .selectAll()
      .where('paidby', '=', sql.lit('due'))
      .where('state', '=', 'enrolled')
      .where('createdat', '>=', from)
      .where('createdat', '<', to),
    ask,
    NEWEST_FIRST,
  );

/**
 * The places that an account has had held by checkouts since a moment and has not paid for: how many, and
 * when the first was.
 */
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
    .where('reservedat', 'is', null)
    .where('state', 'in', UNPAID)
    .executeTakeFirstOrThrow();
  return { count: Number(found.count), first: found.first };
}

/**
 * Of these classes and the families of these learners: how many places each family has held and not paid for,
 * offers from the waiting list among them, and how many it has that cost nothing.
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
        .where('orders.lessonid', 'is', null)
        .where('orders.reservedat', 'is', null)
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
        .where('orders.lessonid', 'is', null)
        .where('orders.state', '=', 'enrolled')
        .where('orders.amount', '=', 0)
        .where('orders.restamount', '=', 0)
        .select((count) => count.fn.countAll<number>().as('count'))
        .as('free'),
    ])
    .execute();

/** One of the orders that are known by a transaction id. */
function findOrderOfTransaction(db: Db, id: string): Promise<OrderRow | undefined> {
  const orderid = orderOfTransaction(id);
  return orderid === undefined ? findOrderByIntent(db, id) : findOrder(db, orderid);
}

/** What one payment pays for: a checkout, or an order alone. */
const PAID_TOGETHER = sql<string>`coalesce(checkoutid, _id)`;
const MONEY_DATE = sql<number>`coalesce(paidat, createdat)`;

/**
 * Orders of the payments that an admin has to look at, the newest payments first, so many of those that come
 * after one of them (its transaction id).
 */
export async function findAttention(
  db: Db,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<OrderRow[]> {
  const order = after === undefined ? undefined : await findOrderOfTransaction(db, after);
  const found = await db
    .selectFrom((of) =>
      of
        .selectFrom('orders')
        .select([PAID_TOGETHER.as('payment'), sql<number>`max(${MONEY_DATE})`.as('date')])
        .where('attention', 'is not', null)
        .groupBy(PAID_TOGETHER)
        .as('wanting'),
    )
    .select('payment')
    .$if(order !== undefined, (some) =>
      some.where(
        sql<boolean>`(date, payment) < (${order?.paidat ?? order?.createdat}, ${order?.checkoutid ?? order?._id})`,
      ),
    )
    .orderBy('date', 'desc')
    .orderBy('payment', 'desc')
    .limit(limit)
    .execute();
  if (found.length === 0) return [];
  const payments = found.map(({ payment }) => payment);
  const orders = await db
    .selectFrom('orders')
    .selectAll()
    .where((of) => of.or([of('_id', 'in', payments), of('checkoutid', 'in', payments)]))
    .orderBy('_id')
    .execute();
  const ordersOf = Map.groupBy(orders, ({ checkoutid, _id }) => checkoutid ?? _id);
  return payments.flatMap((payment) => ordersOf.get(payment) ?? []);
}

/** How many payments an admin has to look at. */
export async function countAttention(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('orders')
    .select(sql<number>`count(distinct ${PAID_TOGETHER})`.as('count'))
    .where('attention', 'is not', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Every attempt of a person to pay, the first one first. */
export async function findAttempts(db: Db, userid: string) {
  const found = await db
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
      'plan',
    ])
    .where('userid', '=', userid)
    .orderBy('_id')
    .execute();
  return found.map(({ plan, ...attempt }) => {
    // What was agreed to with instalments.
    const agreed: { words?: string; agreedat?: number } = plan === null ? {} : JSON.parse(plan);
    return { ...attempt, words: agreed.words, agreedat: agreed.agreedat };
  });
}

type Paid = {
  userid: string | null;
  paidby: ReturnType<typeof paidByHandOf>;
  /** Cents that are charged beside the amount. */
  restamount: number;
};

/** Of these orders which account pays, how, where that is not by card, and what of it later. */
export async function findPaid(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, Paid>> {
  if (ids.length === 0) return new Map();
  const orders = db
    .selectFrom('orders')
    .select(['_id', 'userid', 'paidby', 'restamount'])
    .where('_id', 'in', ids);
  const found = await orders.execute();
  return new Map(found.map(({ _id, ...order }) => [_id, { ...order, paidby: paidByHandOf(order) }]));
}
