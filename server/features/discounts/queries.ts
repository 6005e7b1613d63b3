import { newId } from '#server/database/ids.ts';
import { inChunks } from '#server/database/lists/batches.ts';
import type { Db, Row } from '#server/database/schema.ts';
import { OPEN } from '#server/features/orders/index.ts';

export type DiscountRow = Row<'discounts'>;
export type NewDiscount = Omit<DiscountRow, '_id' | 'createdat' | 'endedat'>;

/** Those that can be used first, the newest of all first. */
export const findDiscounts = (db: Db): Promise<DiscountRow[]> =>
  db.selectFrom('discounts').selectAll().orderBy('createdat', 'desc').orderBy('_id', 'desc').execute();

/** Those that can be used: for siblings, and of this code. */
export const findUsable = (db: Db, codekey: string | undefined): Promise<DiscountRow[]> =>
  db
    .selectFrom('discounts')
    .selectAll()
    .where('endedat', 'is', null)
    .where((of) =>
      codekey === undefined
        ? of('kind', '=', 'sibling')
        : of.or([of('kind', '=', 'sibling'), of('codekey', '=', codekey)]),
    )
    .orderBy('_id')
    .execute();

/** Locked until the transaction ends. */
export const lockDiscount = (tx: Db, id: string): Promise<DiscountRow | undefined> =>
  tx.selectFrom('discounts').selectAll().where('_id', '=', id).forNoKeyUpdate('discounts').executeTakeFirst();

export async function insertDiscount(tx: Db, fields: NewDiscount, now: number): Promise<string> {
  const _id = newId(now);
  await tx
    .insertInto('discounts')
    .values({ _id, ...fields, createdat: now })
    .execute();
  return _id;
}

export async function markEnded(tx: Db, id: string, now: number): Promise<void> {
  await tx.updateTable('discounts').set({ endedat: now }).where('_id', '=', id).execute();
}

/** How many places have each of these discounts that stand or are being paid for. */
export async function countUses(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const counted = await inChunks(ids, (some) =>
    db
      .selectFrom('orders')
      .select((of) => ['discountid', of.fn.countAll().as('count')])
      .where('discountid', 'in', some)
      .where('state', 'in', OPEN)
      .groupBy('discountid')
      .execute(),
  );
  return new Map(counted.map(({ discountid, count }) => [discountid ?? '', Number(count)]));
}

/** The same of one discount, of all families and of one, without some orders. */
export async function countUsesOf(
  db: Db,
  { discountid, userid, without }: { discountid: string; userid: string; without: readonly string[] },
): Promise<{ all: number; family: number }> {
  const found = await db
    .selectFrom('orders')
    .select((of) => [
      of.fn.countAll().as('count'),
      of.fn.sum<number | null>(of.case().when('userid', '=', userid).then(1).else(0).end()).as('family'),
    ])
    .where('discountid', '=', discountid)
    .where('state', 'in', OPEN)
    .$if(without.length > 0, (uses) => uses.where('_id', 'not in', without))
    .executeTakeFirstOrThrow();
  return { all: Number(found.count), family: Number(found.family ?? 0) };
}

/**
 * The children who have places that accounts pay in classes that meet from one day to another, with the moment
 * of each; the account itself is no child.
 */
export async function findChildrenOf(
  db: Db,
  { userids, firstday, lastday }: { userids: readonly string[]; firstday: string; lastday: string },
) {
  return inChunks(userids, (some) =>
    db
      .selectFrom('orders')
      .innerJoin('learners', 'learners._id', 'orders.learnerid')
      .leftJoin('discounts', 'discounts._id', 'orders.discountid')
      .select(['orders._id', 'orders.userid', 'orders.learnerid', 'orders.createdat', 'discounts.nth'])
      .where('orders.userid', 'in', some)
      .where('orders.state', '=', 'enrolled')
      .where('orders.lessonid', 'is', null)
      .where((of) =>
        of.or([of('learners.self', '=', 0), of('learners.userid', '<>', of.ref('orders.userid'))]),
      )
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('lessons')
            .select('lessons._id')
            .whereRef('lessons.classid', '=', 'orders.classid')
            .where('lessons.state', '<>', 'cancelled')
            .where('lessons.day', '>=', firstday)
            .where('lessons.day', '<=', lastday),
        ),
      )
      .execute(),
  );
}

/** Which of these learners are an account itself. */
export async function findSelves(
  db: Db,
  userid: string,
  learnerids: readonly string[],
): Promise<Set<string>> {
  const selves = await inChunks(learnerids, (some) =>
    db
      .selectFrom('learners')
      .select('_id')
      .where('_id', 'in', some)
      .where('self', '=', 1)
      .where('userid', '=', userid)
      .execute(),
  );
  return new Set(selves.map(({ _id }) => _id));
}

/** The day of the next lesson of each of these classes; of one without any, nothing. */
export async function findNextDays(
  db: Db,
  classids: readonly string[],
  now: number,
): Promise<ReadonlyMap<string, string>> {
  const found = await inChunks(classids, (some) =>
    db
      .selectFrom('lessons')
      .select((of) => ['classid', of.fn.min('day').as('day')])
      .where('classid', 'in', some)
      .where('state', '<>', 'cancelled')
      .where('startsat', '>=', now)
      .groupBy('classid')
      .execute(),
  );
  return new Map(found.map(({ classid, day }) => [classid, day]));
}
