import { newId } from '#server/database/ids.ts';
import type { Db, Row } from '#server/database/schema.ts';
import { findClassesById, freeHeldSeat, holdSeat } from '#server/features/classes/index.ts';
import { hurryOrder } from '#server/features/payments/index.ts';
import { deleteUnsentMails, insertMail } from '#server/jobs/outbox.ts';

export type WaitlistRow = Row<'waitlist'>;
type Whose = { classid: string; email: string };

/** How long a freed seat is held for the first in line. */
export const OFFER_MS = 24 * 60 * 60_000;

/** How far the clocks of the school's processes may be apart. */
const CLOCKS_APART_MS = 5 * 60_000;

const OPEN = ['waiting', 'offered', 'taken'] as const;
const OFFER_MAIL = 'seat-offered';
const MOMENT = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'short', timeZone: 'UTC' });

export async function insertEntry(db: Db, { classid, email, now }: Whose & { now: number }) {
  return db
    .insertInto('waitlist')
    .values({
      _id: newId(now),
      classid,
      email,
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

/** A student's place in the line of a class, if they have one. */
export async function findOpenEntry(db: Db, { classid, email }: Whose) {
  return db
    .selectFrom('waitlist')
    .selectAll()
    .where('email', '=', email)
    .where('classid', '=', classid)
    .where('state', 'in', OPEN)
    .executeTakeFirst();
}

/** Everything a student waits for or is offered, the oldest first, and how many wait in front of each. */
export async function findOpenEntries(db: Db, email: string) {
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
    .where('email', '=', email)
    .where('state', 'in', OPEN)
    .orderBy('_id')
    .execute();
}

/** Changes an entry provided that it still is in one of these states; undefined when it is not. */
export async function moveEntry(
  db: Db,
  id: string,
  from: readonly WaitlistRow['state'][],
  change: Partial<Omit<WaitlistRow, '_id' | 'classid' | 'email' | 'createdat'>>,
) {
  return db
    .updateTable('waitlist')
    .set(change)
    .where('_id', '=', id)
    .where('state', 'in', from)
    .returningAll()
    .executeTakeFirst();
}

/** True while a seat is held for this student by an offer that has not run out. */
export async function hasOffer(db: Db, { classid, email, now }: Whose & { now: number }) {
  const entry = await findOpenEntry(db, { classid, email });
  return entry?.state === 'offered' && (entry.offeruntil ?? 0) > now;
}

/**
 * Holds a seat for an order: the one offered to this student, which `until` then says how long, or a free one. Undefined where there
 * is none.
 */
export async function takeSeat(
  db: Db,
  whose: Whose & { orderid: string; now: number },
): Promise<{ until: number | null } | undefined> {
  const { classid, email, orderid, now } = whose;
  const offer = await db
    .updateTable('waitlist')
    .set({ state: 'taken', orderid })
    .where('email', '=', email)
    .where('classid', '=', classid)
    .where('state', '=', 'offered')
    .where('offeruntil', '>', now)
    .returning(['_id', 'offeruntil'])
    .executeTakeFirst();
  if (!offer) return (await holdSeat(db, classid)) ? { until: null } : undefined;
  await deleteUnsentMails(db, { kind: OFFER_MAIL, ref: offer._id });
  return { until: offer.offeruntil };
}

/** Gives back the seat an order held: to the student's own offer while it lasts, else to the line, else to everybody. */
export async function releaseSeat(db: Db, of: { classid: string; orderid: string; now: number }) {
  const { classid, orderid, now } = of;
  const { numUpdatedRows } = await db
    .updateTable('waitlist')
    .set({ state: 'offered', orderid: null })
    .where('orderid', '=', orderid)
    .where('state', '=', 'taken')
    .where('offeruntil', '>', now)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows > 0n) return;
  await closeEntryOf(db, orderid);
  await freeHeldSeat(db, classid);
  await offerFreeSeats(db, classid, now);
}

/** Takes a student out of the line; a seat that was held for them goes to the next. False when the entry changed meanwhile. */
export async function closeEntry(db: Db, entry: WaitlistRow, now: number): Promise<boolean> {
  const { _id, classid, state, orderid } = entry;
  const closed = await moveEntry(db, _id, [state], { state: 'closed' });
  if (!closed || state === 'closed') return false;
  if (state === 'offered') {
    await deleteUnsentMails(db, { kind: OFFER_MAIL, ref: _id });
    await freeHeldSeat(db, classid);
    await offerFreeSeats(db, classid, now);
  }
  // The order that holds the seat ends first, since it may have been paid.
  if (state === 'taken' && orderid !== null) await hurryOrder(db, orderid, now);
  return true;
}

/** Sends everybody home who waits for a class. */
export async function closeLine(db: Db, classid: string, now: number) {
  const open = db.selectFrom('waitlist').selectAll().where('state', 'in', OPEN);
  for (const entry of await open.where('classid', '=', classid).execute()) await closeEntry(db, entry, now);
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

/** Locks a class's row; gives whether it is open for enrolment and has no free seat. */
export async function lockFullClass(db: Db, classid: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('classes')
    .set({ availableseat: 0 })
    .where('_id', '=', classid)
    .where('availableseat', '=', 0)
    .where('deletedat', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Ends the offer that an order has used up. */
export async function closeEntryOf(db: Db, orderid: string) {
  await db
    .updateTable('waitlist')
    .set({ state: 'closed' })
    .where('orderid', '=', orderid)
    .where('state', '=', 'taken')
    .execute();
}

/** Tells a student that a seat is held for them. */
async function insertOfferMail(db: Db, offer: WaitlistRow & { offeruntil: number }, now: number) {
  const { _id, classid, email, offeruntil } = offer;
  const [offered] = await findClassesById(db, [classid]);
  if (!offered) return;
  await insertMail(db, {
    kind: OFFER_MAIL,
    ref: _id,
    recipient: email,
    subject: `A seat is free in ${offered.classname}`,
    text: [
      `A seat is free in ${offered.classname}, and you are the first in line.`,
      `It is held for you until ${MOMENT.format(offeruntil)} UTC. Pay for it here:`,
      `{origin}/student/class/payment/${classid}`,
      'If you do not want it any more, decline it under My Selected Class, and it goes to the next in line:',
      '{origin}/student/class/selected',
      '{school}',
    ].join('\n\n'),
    validuntil: offeruntil,
    now,
  });
}

/**
 * Offers the free seats of a class to its line, the first first. To be called in the transaction that freed them, after the class's
 * row was changed: then nobody else can come between.
 */
export async function offerFreeSeats(db: Db, classid: string, now: number): Promise<void> {
  for (;;) {
    const first = await db
      .selectFrom('waitlist')
      .select('_id')
      .where('classid', '=', classid)
      .where('state', '=', 'waiting')
      .orderBy('_id')
      .limit(1)
      .executeTakeFirst();
    if (!first || !(await holdSeat(db, classid))) return;
    const offeruntil = now + OFFER_MS;
    const offered = await moveEntry(db, first._id, ['waiting'], { state: 'offered', offeruntil });
    // Left the line meanwhile.
    if (!offered) await freeHeldSeat(db, classid);
    else await insertOfferMail(db, { ...offered, offeruntil }, now);
  }
}
