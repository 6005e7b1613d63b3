import { sql } from 'kysely';
import { newId } from '#server/database/ids.ts';
import { inChunks } from '#server/database/lists/batches.ts';
import { type PageQuery, takePage } from '#server/database/lists/pagination.ts';
import type { Db, Row } from '#server/database/schema.ts';

export type WishRow = Row<'wishes'>;
/** What is wished for. */
export type Wanted = Pick<WishRow, 'learnerid' | 'instrumentid' | 'level' | 'group'>;
export type WishHour = Pick<Row<'wishhours'>, 'weekday' | 'hour'>;

export const findWish = (db: Db, id: string): Promise<WishRow | undefined> =>
  db.selectFrom('wishes').selectAll().where('_id', '=', id).executeTakeFirst();

/** What a learner wishes for at a moment (epoch milliseconds), the oldest first. */
export const findWishesOf = (db: Db, learnerid: string, now: number): Promise<WishRow[]> =>
  db
    .selectFrom('wishes')
    .selectAll()
    .where('learnerid', '=', learnerid)
    .where('endsat', '>', now)
    .orderBy('_id')
    .execute();

export async function insertWish(
  tx: Db,
  wanted: Wanted,
  { endsat, now }: { endsat: number; now: number },
): Promise<string> {
  const _id = newId(now);
  await tx
    .insertInto('wishes')
    .values({ ...wanted, _id, createdat: now, endsat })
    .execute();
  return _id;
}

export async function updateWish(
  tx: Db,
  { _id, level, group, endsat }: Pick<WishRow, '_id' | 'level' | 'group' | 'endsat'>,
): Promise<void> {
  await tx.updateTable('wishes').set({ level, group, endsat }).where('_id', '=', _id).execute();
}

/** The hours that suit, in place of those before. */
export async function setHours(tx: Db, wishid: string, hours: readonly WishHour[]): Promise<void> {
  await tx.deleteFrom('wishhours').where('wishid', '=', wishid).execute();
  await tx
    .insertInto('wishhours')
    .values(hours.map(({ weekday, hour }) => ({ wishid, weekday, hour })))
    .execute();
}

/** Ends a wish; gives whether it was there. */
export async function deleteWish(tx: Db, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('wishes').where('_id', '=', id).executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

export async function deleteWishesOf(tx: Db, learnerid: string): Promise<void> {
  await tx.deleteFrom('wishes').where('learnerid', '=', learnerid).execute();
}

const SWEPT_AT_ONCE = 100;

/** Deletes wishes whose time is over, some at a time; gives how many went. */
export async function deleteEndedWishes(db: Db, now: number): Promise<number> {
  const ended = await db
    .selectFrom('wishes')
    .select('_id')
    .where('endsat', '<=', now)
    .orderBy('endsat')
    .limit(SWEPT_AT_ONCE)
    .execute();
  const ids = ended.map(({ _id }) => _id);
  // One that was said anew meanwhile stands.
  if (ids.length > 0)
    await db.deleteFrom('wishes').where('_id', 'in', ids).where('endsat', '<=', now).execute();
  return ids.length;
}

/** A page of what learners wish for, with the names of the instruments. */
export const browseWishes = (
  db: Db,
  { learnerids, now, ...ask }: PageQuery & { learnerids: readonly string[]; now: number },
) =>
  takePage(
    db
      .selectFrom(
        db
          .selectFrom('wishes')
          .innerJoin('instruments', 'instruments._id', 'wishes.instrumentid')
          .selectAll('wishes')
          .select('instruments.name as instrumentname')
          .where('wishes.learnerid', 'in', learnerids)
          .where('wishes.endsat', '>', now)
          .as('own'),
      )
      .selectAll(),
    ask,
  );

/** Everything that learners wish for, by the names of the instruments, the oldest first. */
export const findAllWishesOf = (db: Db, learnerids: readonly string[]) =>
  db
    .selectFrom('wishes')
    .innerJoin('instruments', 'instruments._id', 'wishes.instrumentid')
    .selectAll('wishes')
    .select('instruments.name as instrumentname')
    .where('wishes.learnerid', 'in', learnerids)
    .orderBy('wishes._id')
    .execute();

/** The hours of wishes, in their order, by the id of the wish. */
export async function findHours(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, WishHour[]>> {
  const hours = await inChunks(ids, (some) =>
    db
      .selectFrom('wishhours')
      .selectAll()
      .where('wishid', 'in', some)
      .orderBy('wishid')
      .orderBy('weekday')
      .orderBy('hour')
      .execute(),
  );
  return Map.groupBy(hours, ({ wishid }) => wishid);
}

/** A wish as it counts: whose family's it is, and for a child of which age. */
export type CountedWish = Pick<WishRow, '_id' | 'instrumentid' | 'level' | 'group'> & {
  familyid: string;
  born: string | null;
};

/** What wishes are asked for; a wish that names no level, or no group, fits each. */
export type Fitting = {
  instrumentids?: readonly string[] | undefined;
  level?: string | undefined;
  group?: string | undefined;
};

/** Wishes of families that are here and take classes, and whose time is not over. */
const standing = (db: Db, now: number) =>
  db
    .selectFrom('wishes')
    .innerJoin('learners', 'learners._id', 'wishes.learnerid')
    .innerJoin('users', 'users._id', 'learners.userid')
    .where('wishes.endsat', '>', now)
    // By a column of its own the role would have SQLite begin with every student.
    .where(sql<boolean>`case when users.role = 'student' and users.leavesat is null then 1 else 0 end = 1`);

const fitting = (db: Db, { instrumentids, level, group }: Fitting, now: number) =>
  standing(db, now)
    .$if(instrumentids !== undefined, (some) =>
      some.where('wishes.instrumentid', 'in', instrumentids as string[]),
    )
    .$if(level !== undefined, (some) =>
      some.where((of) => of.or([of('wishes.level', 'is', null), of('wishes.level', '=', level as string)])),
    )
    .$if(group !== undefined, (some) =>
      some.where((of) => of.or([of('wishes.group', 'is', null), of('wishes.group', '=', group as string)])),
    );

const COUNTED = [
  'wishes._id',
  'wishes.instrumentid',
  'wishes.level',
  'wishes.group',
  'users._id as familyid',
  'learners.born',
] as const;

/** Wishes that fit, to be counted, in no order. */
export const findCounted = (db: Db, fit: Fitting, now: number): Promise<CountedWish[]> =>
  fitting(db, fit, now).select(COUNTED).execute();

/** How many families wish for each instrument, the most first. */
export const countByInstrument = (db: Db, now: number) =>
  standing(db, now)
    .innerJoin('instruments', 'instruments._id', 'wishes.instrumentid')
    .select(['instruments._id', 'instruments.name'])
    .select((of) => sql<number>`cast(${of.fn.count('users._id').distinct()} as integer)`.as('families'))
    .groupBy(['instruments._id', 'instruments.name'])
    .orderBy('families', 'desc')
    .orderBy('instruments.name')
    .execute();

/** A wish whose learner may be offered a place of a class. */
export type Wisher = Pick<WishRow, '_id' | 'learnerid'> & { familyid: string; born: string | null };

/**
 * Wishes made before a moment that fit a class, in their order. Not of learners who have a place in it, pay for one,
 * wait for one, or were offered one for the wish.
 */
export const findWishersFor = (
  tx: Db,
  fit: Required<Fitting> & { classid: string; before: number },
  now: number,
): Promise<Wisher[]> =>
  fitting(tx, fit, now)
    .where('wishes.createdat', '<=', fit.before)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('waitlist')
            .select('waitlist._id')
            .whereRef('waitlist.learnerid', '=', 'wishes.learnerid')
            .where('waitlist.classid', '=', fit.classid)
            .where((of) =>
              of.or([of('waitlist.state', '<>', 'closed'), of('waitlist.wishid', 'is not', null)]),
            ),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('orders')
            .select('orders._id')
            .whereRef('orders.learnerid', '=', 'wishes.learnerid')
            .where('orders.classid', '=', fit.classid)
            .where('orders.lessonid', 'is', null)
            .where('orders.state', 'in', ['held', 'intent', 'expiring', 'enrolled']),
        ),
      ),
    )
    .select(['wishes._id', 'wishes.learnerid', 'users._id as familyid', 'learners.born'])
    .orderBy('wishes.createdat')
    .orderBy('wishes._id')
    .execute();

/** Locks a wish until the transaction ends; false where it has ended. */
export async function lockWish(tx: Db, id: string): Promise<boolean> {
  const wish = tx.selectFrom('wishes').select('_id').where('_id', '=', id).forNoKeyUpdate('wishes');
  return (await wish.executeTakeFirst()) !== undefined;
}

/** Lessons of a class that are still to begin and are held, as far as a class plans ahead. */
export const findLessonsToCome = (db: Db, classid: string, now: number) =>
  db
    .selectFrom('lessons')
    .select(['startsat', 'endsat'])
    .where('classid', '=', classid)
    .where('startsat', '>', now)
    .where('state', '<>', 'cancelled')
    .orderBy('startsat')
    .execute();

/** How many places of a class are held for wishes. */
export async function countHeld(db: Db, classid: string): Promise<number> {
  const { count } = await db
    .selectFrom('waitlist')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('classid', '=', classid)
    .where('state', '=', 'offered')
    .where('wishid', 'is not', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** How many places of a class were held for the wishes of each family, whatever became of them. */
export async function countOffered(db: Db, classid: string): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('waitlist')
    .innerJoin('learners', 'learners._id', 'waitlist.learnerid')
    .select(['learners.userid'])
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('waitlist.classid', '=', classid)
    .where('waitlist.wishid', 'is not', null)
    .groupBy('learners.userid')
    .execute();
  return new Map(rows.flatMap(({ userid, count }) => (userid === null ? [] : [[userid, Number(count)]])));
}
