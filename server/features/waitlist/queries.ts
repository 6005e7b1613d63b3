import type { NotNull } from 'kysely';
import { newId } from '#server/database/ids.ts';
import { prepared } from '#server/database/prepared.ts';
import type { Db, Row } from '#server/database/schema.ts';

export type WaitlistRow = Row<'waitlist'>;
type Place = { learnerid: string; classid: string };

/** How long a freed seat is held for the first who waits. */
export const OFFER_MS = 24 * 60 * 60_000;

/** How far the clocks of the school's processes may be apart. */
const CLOCKS_APART_MS = 5 * 60_000;

const OPEN = ['waiting', 'offered', 'taken'] as const;

export async function insertEntry(db: Db, { learnerid, classid, now }: Place & { now: number }) {
  return db
    .insertInto('waitlist')
    .values({
      _id: newId(now),
      learnerid,
      classid,
      state: 'waiting',
      offeruntil: null,
      orderid: null,
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
        .where('other.state', '=', 'waiting')
        .whereRef('other._id', '<', 'waitlist._id')
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

/** The id of the first who waits for a class. */
export async function findFirstWaiting(db: Db, classid: string): Promise<string | undefined> {
  const first = await db
    .selectFrom('waitlist')
    .select('_id')
    .where('classid', '=', classid)
    .where('state', '=', 'waiting')
    .orderBy('_id')
    .limit(1)
    .executeTakeFirst();
  return first?._id;
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
      .returning(['_id', 'offeruntil'])
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

const takenOfferClosed = prepared((db, { orderid }: { orderid: string }) =>
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

/** Offers that end later than any can, since they were made while the clock was ahead, end when the longest would. */
export async function boundOffers(db: Db, now: number) {
  await db
    .updateTable('waitlist')
    .set({ offeruntil: now + OFFER_MS })
    .where('state', 'in', ['offered', 'taken'])
    .where('offeruntil', '>', now + OFFER_MS + CLOCKS_APART_MS)
    .execute();
}

/** Offers that ran out. */
export async function findLapsedOffers(db: Db, now: number, limit: number) {
  return db
    .selectFrom('waitlist')
    .selectAll()
    .where('state', '=', 'offered')
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
