import { type NotNull, sql } from 'kysely';
import { WISHERS_FIRST_MS } from '#contract/wishes/calls.ts';
import { newId } from '#server/database/ids.ts';
import { prepared } from '#server/database/prepared.ts';
import { LEARNER_NAME } from '#server/database/rows/learners.ts';
import type { Db, Row } from '#server/database/schema.ts';

export type WaitlistRow = Row<'waitlist'>;
type Place = { learnerid: string; classid: string };

/** How long a freed seat is held for the first who waits. */
export const OFFER_MS = 24 * 60 * 60_000;

/** How far the clocks of the school's processes may be apart. */
const CLOCKS_APART_MS = 5 * 60_000;

/** How long seats are kept for a group until there are enough for all of it. */
export const KEPT_MS = 14 * 24 * 60 * 60_000;

const SWEPT_AT_ONCE = 100;

export const OPEN = ['waiting', 'kept', 'offered', 'taken'] as const;

type NewEntry = Place & { _id?: string; groupid?: string | null; wishid?: string | null; now: number };

export async function insertEntry(
  db: Db,
  { learnerid, classid, groupid = null, wishid = null, now, _id = newId(now) }: NewEntry,
) {
  return db
    .insertInto('waitlist')
    .values({
      _id,
      learnerid,
      classid,
      state: 'waiting',
      offeruntil: null,
      orderid: null,
      groupid,
      wishid,
      createdat: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function findEntry(db: Db, id: string) {
  return db.selectFrom('waitlist').selectAll().where('_id', '=', id).executeTakeFirst();
}

/** A student's place in the waitlist of a class, if they have one. */
export async function findOpenEntry(db: Db, { learnerid, classid }: Place) {
  return db
    .selectFrom('waitlist')
    .selectAll()
    .where('learnerid', '=', learnerid)
    .where('classid', '=', classid)
    .where('state', 'in', OPEN)
    .executeTakeFirst();
}

/** The same of several learners who may wait together. */
export async function findOpenEntriesFor(
  db: Db,
  { learnerids, classid }: { learnerids: readonly string[]; classid: string },
) {
  return db
    .selectFrom('waitlist')
    .selectAll()
    .where('learnerid', 'in', learnerids)
    .where('classid', '=', classid)
    .where('state', 'in', OPEN)
    .orderBy('_id')
    .execute();
}

/** Those of a group who are in one of these states, in order. */
export async function findGroup(db: Db, groupid: string, states: readonly WaitlistRow['state'][]) {
  return db
    .selectFrom('waitlist')
    .selectAll()
    .where('groupid', '=', groupid)
    .where('state', 'in', states)
    .orderBy('_id')
    .execute();
}

/** Whether a learner is an account's own, and not a child. */
export async function isAccount(db: Db, learnerid: string): Promise<boolean> {
  const selves = db.selectFrom('learners').select('_id').where('_id', '=', learnerid).where('self', '=', 1);
  return (await selves.executeTakeFirst()) !== undefined;
}

/** Everything that learners wait for or are offered, the oldest first. */
export const findOpenEntries = (db: Db, learnerids: readonly string[]): Promise<WaitlistRow[]> =>
  db
    .selectFrom('waitlist')
    .selectAll()
    .where('learnerid', 'in', learnerids)
    .where('state', '<>', 'closed')
    .orderBy('_id')
    .execute();

/** The classes for which the learners wait that an account looks after and may pay for, in one order. */
export async function findClassesWaitedFor(db: Db, userid: string): Promise<string[]> {
  const guarded = db.selectFrom('guardians').select('learnerid').where('userid', '=', userid);
  const own = db.selectFrom('learners').select('_id as learnerid').where('userid', '=', userid);
  const learners = await guarded.where('maypay', '=', 1).unionAll(own).execute();
  const ids = learners.map(({ learnerid }) => learnerid);
  const entries = ids.length === 0 ? [] : await findOpenEntries(db, ids);
  return [...new Set(entries.map(({ classid }) => classid))].sort();
}

/** All who wait for a class or are offered a seat of it. */
export async function findOpenEntriesOfClass(db: Db, classid: string) {
  return db
    .selectFrom('waitlist')
    .selectAll()
    .where('state', 'in', OPEN)
    .where('classid', '=', classid)
    .execute();
}

/** An entry with the account whose learner it is for; null where that is gone. */
export type LineRow = WaitlistRow & {
  familyid: string | null;
  /** Whether the account is being deleted, and the learner with it: no place is offered until it is kept. */
  leaves: 0 | 1;
};

/**
 * A child stays whom another may pay for: that guardian can take an offer. One value each, since PostgreSQL
 * may read all guardians for an `exists`.
 */
const LEAVES = sql<0 | 1>`case when users.leavesat is not null and (
  select guardians.userid from guardians inner join users as payers on payers._id = guardians.userid
  where guardians.learnerid = learners._id and guardians.maypay = 1 and payers.leavesat is null limit 1
) is null then 1 else 0 end`;

/**
 * All entries that wait for one of these classes, or has a seat of it offered, in the order in which they
 * came.
 */
export const findLines = (db: Db, classids: readonly string[]): Promise<LineRow[]> =>
  db
    .selectFrom('waitlist')
    .innerJoin('learners', 'learners._id', 'waitlist.learnerid')
    .leftJoin('users', 'users._id', 'learners.userid')
    .selectAll('waitlist')
    .select('learners.userid as familyid')
    .select(LEAVES.as('leaves'))
    .where('waitlist.classid', 'in', classids)
    .where('waitlist.state', 'in', OPEN)
    .orderBy('waitlist._id')
    .execute();

/**
 * All entries of a class, waiting or offered, with the names of learner and family. Not those to whom a seat is
 * offered for a wish: they have not agreed to be named.
 */
export const findNamedLine = (db: Db, classid: string) =>
  db
    .selectFrom('waitlist')
    .innerJoin('learners', 'learners._id', 'waitlist.learnerid')
    .leftJoin('users', 'users._id', 'learners.userid')
    .selectAll('waitlist')
    .select(['learners.userid as familyid', 'users.name as familyname', 'users.email', 'users.leavesat'])
    .select(LEARNER_NAME.as('learnername'))
    .where('waitlist.classid', '=', classid)
    .where('waitlist.state', 'in', OPEN)
    .where('waitlist.wishid', 'is', null)
    .orderBy('waitlist._id')
    .execute();

/** Offers of these classes that came to nothing since a moment (epoch milliseconds): whose they were. */
export const findOffersPassed = (
  db: Db,
  { classids, since }: { classids: readonly string[]; since: number },
): Promise<Pick<LineRow, '_id' | 'classid' | 'groupid' | 'familyid'>[]> =>
  db
    .selectFrom('waitlist')
    .innerJoin('learners', 'learners._id', 'waitlist.learnerid')
    .leftJoin('orders', (join) =>
      join.onRef('orders._id', '=', 'waitlist.orderid').on('orders.state', '=', 'enrolled'),
    )
    .select(['waitlist._id', 'waitlist.classid', 'waitlist.groupid', 'learners.userid as familyid'])
    .where('waitlist.classid', 'in', classids)
    .where('waitlist.state', '=', 'closed')
    .where('waitlist.offeruntil', '>', since)
    .where('orders._id', 'is', null)
    .execute();

/**
 * How many seats of a class are held, taken or offered that went to people who came after an entry, and were
 * not waiting in front of it; and how many seats the class has.
 */
export async function countSeatsPast(db: Db, { _id, classid }: Pick<WaitlistRow, '_id' | 'classid'>) {
  return db
    .selectFrom('classes')
    .select('capacity')
    .select((of) => [
      sql<number>`${of
        .selectFrom('orders')
        .select((count) => count.fn.countAll<number>().as('count'))
        .where('orders.classid', '=', classid)
        .where('orders.lessonid', 'is', null)
        .where('orders.state', 'in', ['held', 'intent', 'expiring', 'enrolled'])
        .where('orders._id', '>', _id)
        .where((where) =>
          where.not(
            where.exists(
              where
                .selectFrom('waitlist as ahead')
                .select('ahead._id')
                .whereRef('ahead.orderid', '=', 'orders._id')
                .where('ahead._id', '<', _id),
            ),
          ),
        )} + ${of
        .selectFrom('waitlist')
        .select((count) => count.fn.countAll<number>().as('count'))
        .where('waitlist.classid', '=', classid)
        .where('waitlist.state', '=', 'offered')
        .where('waitlist._id', '>', _id)}`.as('seatspast'),
    ])
    .where('_id', '=', classid)
    .executeTakeFirstOrThrow();
}

/** Changes an entry provided that it still is in one of these states; undefined when it is not. */
export async function moveEntry(
  db: Db,
  id: string,
  from: readonly WaitlistRow['state'][],
  change: Partial<Omit<WaitlistRow, '_id' | 'learnerid' | 'classid' | 'createdat'>>,
) {
  return db
    .updateTable('waitlist')
    .set(change)
    .where('_id', '=', id)
    .where('state', 'in', from)
    .returningAll()
    .executeTakeFirst();
}

/** Marks the seat offered to a student as taken by their order, while the offer lasts. */
export async function takeOffer(
  db: Db,
  { learnerid, classid, orderid, now }: Place & { orderid: string; now: number },
) {
  const [taken] = await offerTaken(db, { learnerid, classid, orderid, now });
  return taken;
}

const offerTaken = prepared(
  (db, { learnerid, classid, orderid, now }: Place & { orderid: string; now: number }) =>
    db
      .updateTable('waitlist')
      .set({ state: 'taken', orderid })
      .where('learnerid', '=', learnerid)
      .where('classid', '=', classid)
      .where('state', '=', 'offered')
      .where('offeruntil', '>', now)
      .returning(['_id', 'groupid', 'wishid', 'offeruntil'])
      .$narrowType<{ offeruntil: NotNull }>(),
);

/** Makes what an order took an offer again, while it lasts; gives whether it does. */
export async function returnOffer(db: Db, { orderid, now }: { orderid: string; now: number }) {
  const { numUpdatedRows } = await db
    .updateTable('waitlist')
    .set({ state: 'offered', orderid: null })
    .where('orderid', '=', orderid)
    .where('state', '=', 'taken')
    .where('offeruntil', '>', now)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Ends what an order took; gives the wish that it was offered for, and undefined where it had taken nothing. */
export async function closeTakenOffer(
  db: Db,
  orderid: string,
): Promise<Pick<WaitlistRow, 'wishid'> | undefined> {
  return (await takenOfferClosed(db, { orderid }))[0];
}

const takenOfferClosed = prepared((db, { orderid }: { orderid: string }) =>
  db
    .updateTable('waitlist')
    .set({ state: 'closed' })
    .where('orderid', '=', orderid)
    .where('state', '=', 'taken')
    .returning('wishid'),
);

/** What these orders took, whether they still have it or not. */
export async function findEntriesOfOrders(db: Db, orderids: readonly string[]) {
  if (orderids.length === 0) return [];
  return db
    .selectFrom('waitlist')
    .select(['orderid', 'state', 'offeruntil'])
    .where('orderid', 'in', orderids)
    .$narrowType<{ orderid: NotNull; offeruntil: NotNull }>()
    .execute();
}

/**
 * Offers, and seats that are kept, that end later than any can, since the clock was ahead, end when the
 * longest would.
 */
export async function boundOffers(db: Db, now: number) {
  await boundTimes(db, ['offered', 'taken'], { latest: now + OFFER_MS, isWish: false });
  await boundTimes(db, ['offered', 'taken'], { latest: now + WISHERS_FIRST_MS, isWish: true });
  await boundTimes(db, ['kept'], { latest: now + KEPT_MS, isWish: false });
}

async function boundTimes(
  db: Db,
  states: readonly WaitlistRow['state'][],
  { latest, isWish }: { latest: number; isWish: boolean },
) {
  await db
    .updateTable('waitlist')
    .set({ offeruntil: latest })
    .where('state', 'in', states)
    .where('offeruntil', '>', latest + CLOCKS_APART_MS)
    .where('wishid', isWish ? 'is not' : 'is', null)
    .execute();
}

/** Offers, and seats that were kept, whose time is over. */
export async function findLapsedOffers(db: Db, now: number, limit: number) {
  return db
    .selectFrom('waitlist')
    .selectAll()
    .where('state', 'in', ['offered', 'kept'])
    .where('offeruntil', '<=', now)
    .orderBy('offeruntil')
    .limit(limit)
    .execute();
}

/**
 * How long an offer that came to nothing counts against the family that let it pass, and an entry that was
 * closed is kept.
 */
export const PASSED_MS = 30 * 24 * 60 * 60_000;

/**
 * Deletes entries that are closed and had nothing, some at a time: made thirty days ago or more, and with no
 * offer that ended since. One that took an offer stays with its order. Gives how many went.
 */
export async function deleteClosedEntries(db: Db, now: number): Promise<number> {
  const since = now - PASSED_MS;
  const closed = db
    .selectFrom('waitlist')
    .select('_id')
    // Written out, not bound: an index holds these alone.
    .where('state', '=', sql.lit<WaitlistRow['state']>('closed'))
    .where('orderid', 'is', null)
    .where('createdat', '<', since)
    .where((of) => of.or([of('offeruntil', 'is', null), of('offeruntil', '<=', since)]))
    .orderBy('createdat')
    .limit(SWEPT_AT_ONCE);
  const gone = await db.deleteFrom('waitlist').where('_id', 'in', closed).executeTakeFirstOrThrow();
  return Number(gone.numDeletedRows);
}

/** Every waiting list a person was on, the first one first. */
export async function findWaitlistOf(db: Db, learnerids: readonly string[]) {
  return db
    .selectFrom('waitlist')
    .innerJoin('classes', 'classes._id', 'waitlist.classid')
    .select([
      'waitlist.learnerid',
      'waitlist.classid',
      'classes.classname',
      'waitlist.state',
      'waitlist.createdat',
    ])
    .where('waitlist.learnerid', 'in', learnerids)
    .orderBy('waitlist._id')
    .execute();
}

/** Whether any of these learners leaves with an account that is being deleted. */
export async function anyLeaves(db: Db, learnerids: readonly string[]): Promise<boolean> {
  const found = await db
    .selectFrom('learners')
    .innerJoin('users', 'users._id', 'learners.userid')
    .select(LEAVES.as('leaves'))
    .where('learners._id', 'in', learnerids)
    .execute();
  return found.some(({ leaves }) => leaves === 1);
}

/** Deletes an offer that its learner has not heard of; gives whether it was there still. */
export async function deleteUnheard(tx: Db, id: string): Promise<boolean> {
  const entry = tx.deleteFrom('waitlist').where('_id', '=', id).where('state', '=', 'offered');
  return (await entry.executeTakeFirstOrThrow()).numDeletedRows > 0n;
}

/** Deletes the entries whose offers these orders took. */
export async function deleteEntriesOf(tx: Db, orderids: readonly string[]): Promise<void> {
  await tx.deleteFrom('waitlist').where('orderid', 'in', orderids).execute();
}
