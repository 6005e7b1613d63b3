import type { Db } from '#server/database/schema.ts';
import { paidByHandOf } from './paid-by-hand.ts';

/** The account that pays for a learner; undefined where there is no such learner, or none who is still here. */
export async function findPayer(db: Db, learnerid: string): Promise<string | undefined> {
  const learners = db.selectFrom('learners').select('userid').where('_id', '=', learnerid);
  const learner = await learners.where('leftat', 'is', null).executeTakeFirst();
  return learner?.userid ?? undefined;
}

/** Of these orders those that are not paid by card, and how they are. */
export async function findPaidByHand(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, ReturnType<typeof paidByHandOf>>();
  const orders = db.selectFrom('orders').select(['_id', 'paidby']).where('_id', 'in', ids);
  const found = await orders.where('paidby', '<>', 'card').execute();
  return new Map(found.map((order) => [order._id, paidByHandOf(order)]));
}
