import { sql } from 'kysely';
import { partOf } from '#contract/payments/part-of.ts';
import type { Db } from '#server/database/schema.ts';

/**
 * What an order was priced by and what went back of it since (cents), and how many lessons of its class were
 * held.
 */
type Held = { amount: number; goodwill: number; lessonsleft: number | null; held: number };

/**
 * What the school earned of an order (cents) by lessons that were held since it was priced; the rest goes
 * back. Nothing where lessons did not set its price.
 */
export function earnedOf({ amount, goodwill, lessonsleft, held }: Held): number {
  if (lessonsleft === null) return 0;
  const left = Math.max(0, lessonsleft - held);
  return Math.min(amount - partOf(amount, { left, of: lessonsleft }), amount - goodwill);
}

/** What the school has earned of an order by lessons that were held since it was made, in cents. */
export const findEarned = async (db: Db, id: string, now: number): Promise<number> =>
  (await findAllEarned(db, [id], now)).get(id) ?? 0;

/**
 * The same of several, by id; of one whose price lessons did not set, nothing. Cancelled lessons were not
 * held.
 */
export async function findAllEarned(
  db: Db,
  ids: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, number>> {
  const held = await findHeld(db, ids, now);
  return new Map(held.map(({ _id, ...order }) => [_id, earnedOf(order)]));
}

/** What the school has earned so of what orders cost beside their amount, in cents, by id. */
export async function findRestsEarned(
  db: Db,
  ids: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, number>> {
  const held = await findHeld(db, ids, now);
  return new Map(
    held.map(({ _id, ...order }) => [_id, earnedOf({ ...order, amount: order.restamount, goodwill: 0 })]),
  );
}

/** Orders whose price lessons did set, each with how many of these were held or given back. */
async function findHeld(db: Db, ids: readonly string[], now: number) {
  if (ids.length === 0) return [];
  const found = await db
    .selectFrom('orders')
    .select(['_id', 'amount', 'restamount', 'goodwill', 'lessonsleft'])
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
    // What was given back of lessons that the school cancelled does not go back again.
    .select((of) =>
      of
        .selectFrom('chargelessons')
        .select(sql<number>`count(*)`.as('count'))
        .whereRef('chargelessons.orderid', '=', 'orders._id')
        .where('chargelessons.creditid', 'is not', null)
        .as('credited'),
    )
    .where('_id', 'in', ids)
    .where('lessonsleft', 'is not', null)
    .execute();
  return found.map(({ held, credited, ...order }) => ({ ...order, held: Number(held) + Number(credited) }));
}
