import type { Db } from '#server/database/schema.ts';
import { shared } from '#statements/lock.ts';
import { paidByHandOf } from './paid-by-hand.ts';

/**
 * The account that pays for a learner; undefined where there is no such learner, or none who is still here. Inside a transaction the learner
 * stays whose it is until that ends.
 */
export async function findPayer(db: Db, learnerid: string): Promise<string | undefined> {
  const learners = db
    .selectFrom('learners')
    .select('userid')
    .where('_id', '=', learnerid)
    .where('leftat', 'is', null);
  const found = db.isTransaction ? shared(db, learners, 'learners') : learners;
  const learner = await found.executeTakeFirst();
  return learner?.userid ?? undefined;
}

type Paid = { userid: string | null; paidby: ReturnType<typeof paidByHandOf> };

/** Of these orders which account pays, and how, where that is not by card. */
export async function findPaid(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, Paid>> {
  if (ids.length === 0) return new Map();
  const orders = db.selectFrom('orders').select(['_id', 'userid', 'paidby']).where('_id', 'in', ids);
  const found = await orders.execute();
  return new Map(found.map((order) => [order._id, { userid: order.userid, paidby: paidByHandOf(order) }]));
}
