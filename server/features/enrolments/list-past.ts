import { type NotNull, sql } from 'kysely';
import { LEARNER_NAME } from '#server/database/rows/learners.ts';
import type { Db } from '#server/database/schema.ts';
import { balanceOf, findBalances } from '#server/features/ledger/index.ts';
import { findOrdersOfCheckouts, RETURNED } from '#server/features/orders/index.ts';

const PAST_MAX = 100;

/** Orders that an account paid, where it may see them, and those for these learners. */
type Whose = { userid: string | null; learnerids: readonly string[] };

/**
 * The paid orders whose place has ended, with what the class is called and what went back in cents, the
 * newest first. A learner who has left is called null.
 */
export async function listPastOrders(db: Db, whose: Whose) {
  const past = await findPastOrders(db, whose);
  const checkouts = [...new Set(past.flatMap(({ checkoutid }) => checkoutid ?? []))];
  const balances = await findBalances(db, await findOrdersOfCheckouts(db, checkouts));
  return past.map(({ checkoutid, returned, ...order }) => ({
    ...order,
    returned: checkoutid === null ? Number(returned) : balanceOf(balances, order).returned,
  }));
}

/** `returned` counts what was sent back for the order alone. */
const findPastOrders = (db: Db, { userid, learnerids }: Whose) =>
  db
    .selectFrom('orders')
    .innerJoin('classes', 'classes._id', 'orders.classid')
    .innerJoin('learners', 'learners._id', 'orders.learnerid')
    .leftJoin('users', 'users._id', 'learners.userid')
    .select(LEARNER_NAME.as('learnername'))
    .select(['orders._id', 'orders.checkoutid', 'orders.learnerid', 'orders.classid', 'classes.classname'])
    .select(['orders.amount', 'orders.currency', 'orders.state', 'orders.reason', 'orders.paidat'])
    .select(['orders.paidby', 'orders.userid', 'orders.earned'])
    .select((of) =>
      of
        .selectFrom('ledger')
        .select(sql<number>`coalesce(sum(${RETURNED_OF_ROW}), 0)`.as('sum'))
        .whereRef('ledger.orderid', '=', 'orders._id')
        .as('returned'),
    )
    .where((of) => of.or([of('orders.learnerid', 'in', learnerids), of('orders.userid', '=', userid)]))
    .where('orders.lessonid', 'is', null)
    .where('orders.state', 'in', RETURNED)
    .where('orders.paidat', 'is not', null)
    .$narrowType<{ classid: NotNull; paidat: NotNull }>()
    .orderBy('orders._id', 'desc')
    .limit(PAST_MAX)
    .execute();

const RETURNED_OF_ROW = sql`case when kind in ('charge', 'cash', 'transfer') then 0 when kind = 'refund_failed' then -amount else amount end`;
