import { sql } from 'kysely';
import type { Db } from '#server/database/schema.ts';
import { earnedOf } from './lesson-money.ts';

/** What the school has earned of an order by lessons that were held since it was made, in cents. */
export const findEarned = async (db: Db, id: string, now: number): Promise<number> =>
  (await findAllEarned(db, [id], now)).get(id) ?? 0;

/** The same of several, by id; of one whose price lessons did not set, nothing. Cancelled lessons were not held. */
export async function findAllEarned(
  db: Db,
  ids: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, number>> {
  if (ids.length === 0) return new Map();
  const found = await db
    .selectFrom('orders')
    .select(['_id', 'amount', 'goodwill', 'lessonsleft'])
    .select((of) =>
      of
        .selectFrom('lessons')
        .select(sql<number>`count(*)`.as('count'))
        .whereRef('lessons.classid', '=', 'orders.classid')
        .where('lessons.state', '<>', 'cancelled')
        .whereRef('lessons.startsat', '>', 'orders.createdat')
        .where('lessons.startsat', '<=', now)
        .as('held'),
    )
    .where('_id', 'in', ids)
    .where('lessonsleft', 'is not', null)
    .execute();
  return new Map(found.map(({ _id, held, ...order }) => [_id, earnedOf({ ...order, held: Number(held) })]));
}
