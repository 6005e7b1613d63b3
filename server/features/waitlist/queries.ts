import { type NotNull, sql } from 'kysely';
import { newId } from '#server/database/ids.ts';
import { prepared, preparedUnread } from '#server/database/prepared.ts';
import type { Db, Row } from '#server/database/schema.ts';

export type WaitlistRow = Row<'waitlist'>;
type Place = { learnerid: string; classid: string };

/** How long a freed seat is held for the first who waits. */
export const OFFER_MS = 24 * 60 * 60_000;

/** How far the clocks of the school's processes may be apart. */
const CLOCKS_APART_MS = 5 * 60_000;

/** How long seats are kept for a group until there are enough for all of it. */
export const KEPT_MS = 14 * 24 * 60 * 60_000;

export const OPEN = ['waiting', 'kept', 'offered', 'taken'] as const;

type NewEntry = Place & { _id?: string; groupid?: string | null; now: number };

export async function insertEntry(
  db: Db,
  { learnerid, classid, groupid = null, now, _id = newId(now) }: NewEntry,
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

/** Whether a learner is an account itself, and nobody's child. */
export async function isAccount(db: Db, learnerid: string): Promise<boolean> {
  const selves = db.selectFrom('learners').select('_id').where('_id', '=', learnerid).where('self', '=', 1);
  return (await selves.executeTakeFirst()) !== undefined;
}

/** Everything that learners wait for or are offered, the oldest first, and how many wait in front of each. */
export async function findOpenEntries(db: Db, learnerids: readonly string[]) {
  return db
    .selectFrom('waitlist')
    .selectAll()
    .select((of) =>
      of
        .selectFrom('waitlist as other')
        .select((count) => count.fn.countAll<number>().as('count'))
        .whereRef('other.classid', '=', 'waitlist.classid')
        .where('other.state', 'in', ['waiting', 'kept'])
        .whereRef('other._id', '<', 'waitlist._id')
        // A group has one place.
        .where(sql<boolean>`coalesce(other.groupid, '') <> coalesce(waitlist.groupid, '-')`)
        .as('ahead'),
    )
    .where('learnerid', 'in', learnerids)
    .where('state', '<>', 'closed')
    .orderBy('_id')
    .execute();
}

/** Everybody who waits for a class or is offered a seat of it. */
export async function findOpenEntriesOfClass(db: Db, classid: string) {
  return db
    .selectFrom('waitlist')
    .selectAll()
    .where('state', 'in', OPEN)
    .where('classid', '=', classid)
    .execute();
}

/** The first who waits for a class, after the entry with the id `after`. */
export async function findFirstWaiting(db: Db, { classid, after }: { classid: string; after: string }) {
  return db
    .selectFrom('waitlist')
    .selectAll()
    .where('classid', '=', classid)
    .where('state', 'in', ['waiting', 'kept'])
    .where('_id', '>', after)
    .orderBy('_id')
    .limit(1)
    .executeTakeFirst();
}

/**
 * How many seats of a class are held, taken or offered that went to people who came after an entry, and were not waiting in front of it; and how
 * many seats the class has.
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
      .returning(['_id', 'groupid', 'offeruntil'])
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

/** Ends what an order took. */
export async function closeTakenOffer(db: Db, orderid: string) {
  await takenOfferClosed(db, { orderid });
}

const takenOfferClosed = preparedUnread((db, { orderid }: { orderid: string }) =>
  db
    .updateTable('waitlist')
    .set({ state: 'closed' })
    .where('orderid', '=', orderid)
    .where('state', '=', 'taken'),
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

/** Offers, and seats that are kept, that end later than any can, since the clock was ahead, end when the longest would. */
export async function boundOffers(db: Db, now: number) {
  await boundTimes(db, ['offered', 'taken'], now + OFFER_MS);
  await boundTimes(db, ['kept'], now + KEPT_MS);
}

async function boundTimes(db: Db, states: readonly WaitlistRow['state'][], latest: number) {
  await db
    .updateTable('waitlist')
    .set({ offeruntil: latest })
    .where('state', 'in', states)
    .where('offeruntil', '>', latest + CLOCKS_APART_MS)
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
