import { afterEach, beforeEach, expect, test } from 'vitest';
import { enrol } from '#tests/support/pay.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';
import { KEPT_MS, OFFER_MS } from './queries.ts';
import { waitlistQueue } from './waitlist-queue.ts';
import { workWaitlist } from './work-waitlist.ts';

/*
 * An offer ends in its moment, whichever part of the school looks at it first: each is asked by itself, with
 * no other before it.
 */

let school: TestSchool;
let place: { learnerid: string; classid: string };
let orderid: string;
let endsat: number;

const stateOf = async ({ learnerid, classid } = place) =>
  (
    await school.db
      .selectFrom('waitlist')
      .select('state')
      .where('learnerid', '=', learnerid)
      .where('classid', '=', classid)
      .executeTakeFirstOrThrow()
  ).state;

/** A class whose one seat is offered to who waited for it. */
beforeEach(async () => {
  school = await openTestSchool();
  const holder = await school.signIn('student');
  const waiting: Person = await school.signIn('student');
  const { _id: classid } = await school.addClass({ availableseat: 1 });
  const { enrolment } = await enrol(school, holder, classid);
  await waiting.call('POST', '/waitlist', { classid });
  await holder.call('POST', `/enrolments/${enrolment}/cancel`);
  place = { learnerid: waiting.learnerid, classid };
  // Any order will do: what takes an offer asks nothing of it.
  orderid = (await school.db.selectFrom('orders').select('_id').executeTakeFirstOrThrow())._id;
  endsat = school.clock.now + OFFER_MS;
  expect(await stateOf()).toBe('offered');
});
afterEach(() => school.close());

test('it is found until then, and not in that moment', async () => {
  expect(await waitlistQueue.findOffer(school.db, { ...place, now: endsat - 1 })).toBe(endsat);
  expect(await waitlistQueue.findOffer(school.db, { ...place, now: endsat })).toBeUndefined();
});

test('an order takes it until then, and not in that moment', async () => {
  const take = (now: number) => waitlistQueue.take(school.db, { ...place, orderid, now });
  expect(await take(endsat)).toBeUndefined();
  expect(await stateOf()).toBe('offered');
  expect(await take(endsat - 1)).toBe(endsat);
  expect(await stateOf()).toBe('taken');
});

test('what an order took is an offer again until then, and at an end in that moment', async () => {
  const take = () => waitlistQueue.take(school.db, { ...place, orderid, now: endsat - 1 });
  await take();
  expect(await waitlistQueue.giveBack(school.db, { orderid, now: endsat - 1 })).toBe(true);
  expect(await stateOf()).toBe('offered');
  await take();
  expect(await waitlistQueue.giveBack(school.db, { orderid, now: endsat })).toBe(false);
  expect(await stateOf()).toBe('closed');
});

test('of those who wait together it ends for whom it has ended alone', async () => {
  const holder = await school.signIn('student');
  const other = { learnerid: holder.learnerid, classid: place.classid };
  await school.db
    .updateTable('waitlist')
    .set({ groupid: 'together' })
    .where('classid', '=', place.classid)
    .execute();
  const [entry] = await school.db
    .selectFrom('waitlist')
    .selectAll()
    .where('classid', '=', place.classid)
    .execute();
  if (!entry) throw new Error('Nobody waits.');
  await school.db
    .insertInto('waitlist')
    .values({ ...entry, ...other, _id: 'other', offeruntil: endsat + 1 })
    .execute();
  await workWaitlist({ db: school.db, now: () => endsat, changed: () => {} });
  expect([await stateOf(), await stateOf(other)]).toEqual(['closed', 'offered']);
});

test('seats that are kept for a group are kept until then, and free in that moment', async () => {
  const until = school.clock.now + KEPT_MS;
  await school.db
    .updateTable('waitlist')
    .set({ state: 'kept', groupid: 'together', offeruntil: until })
    .where('classid', '=', place.classid)
    .execute();
  const work = (now: number) => workWaitlist({ db: school.db, now: () => now, changed: () => {} });
  expect(await work(until - 1)).toBe(0);
  expect(await stateOf()).toBe('kept');
  expect(await work(until)).toBe(1);
  expect(await stateOf()).not.toBe('kept');
});
