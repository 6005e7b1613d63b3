import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { LEAVING_MS } from '#contract/account/calls.ts';
import type { Learner } from '#contract/learners/calls.ts';
import { askToErase } from '#server/features/account/erase-account.ts';
import { workCallOffs } from '#server/features/calloffs/work-call-offs.ts';
import { workPayments } from '#server/features/payments/work-payments.ts';
import { AppError } from '#server/http/errors.ts';
import { addChildBy } from '#tests/support/families.ts';
import { letLeave } from '#tests/support/leaving.ts';
import { mailsOf } from '#tests/support/mails.ts';
import { confirmCard, record } from '#tests/support/pay.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';
import { addLesson } from '#tests/support/timetable.ts';

/* How trial lessons end that are in the way of something, or of which the card service tells late. */

/** A Tuesday, at noon in UTC. */
const NOON = Date.UTC(2026, 8, 1, 12);
const HOUR_MS = 60 * 60_000;
/** A week later. */
const DAY = '2026-09-08';
const REASON = 'The hall is being repaired';

let school: TestSchool;
let admin: Person;
beforeAll(async () => {
  school = await openTestSchool();
  admin = await school.signIn('admin');
});
afterAll(() => school.close({ typed: [REASON] }));
beforeEach(() => {
  school.clock.now = NOON;
});

async function trying(trialprice: number) {
  const course = await school.addClass({ guestplaces: 1, trialprice });
  const lesson = await addLesson(school.db, { classid: course._id, day: DAY });
  return { course, lesson, ...(await family()) };
}

async function family() {
  const parent = await school.signIn('student');
  return { parent, child: await addChildBy(parent) };
}

type Lesson = { _id: string; classid: string };
const book = (parent: Person, learnerid: string, lesson: Lesson) =>
  parent.call('POST', '/trials', { learnerid, lessonid: lesson._id });
const list = async (parent: Person) => (await parent.call('GET', '/trials')).body;
const guestsOf = async (lesson: Lesson) =>
  (await school.db.selectFrom('guests').select('learnerid').where('lessonid', '=', lesson._id).execute()).map(
    ({ learnerid }) => learnerid,
  );
const orderOf = (child: string) =>
  school.db.selectFrom('orders').selectAll().where('learnerid', '=', child).executeTakeFirstOrThrow();
const kindsTo = async ({ email }: Person) => (await mailsOf(school, email)).map(({ kind }) => kind).sort();
const movedFor = async (orderid: string) =>
  (
    await school.db
      .selectFrom('ledger')
      .select(['kind', 'amount'])
      .where('orderid', '=', orderid)
      .orderBy('kind')
      .execute()
  ).map(({ kind, amount }) => `${kind} ${amount}`);
const work = async () => {
  for (let turn = 0; turn < 4; turn++) await school.work();
};

/** Opens the payment of a trial and pays by card; the school is not told of it. */
async function charge(parent: Person, child: string, lesson: Lesson) {
  const { body } = await book(parent, child, lesson);
  return (await confirmCard(school, body.payment.clientSecret)).id;
}

async function pay(parent: Person, child: string, lesson: Lesson) {
  const id = await charge(parent, child, lesson);
  expect((await record(parent, lesson.classid, id, 15)).status).toBe(200);
  return id;
}

async function callOff(classid: string) {
  const body = { reason: REASON, refund: 'whole', key: `key-${classid}` };
  expect((await admin.call('POST', `/class/${classid}/calloff`, body)).status).toBe(200);
  await workCallOffs(school.payments);
}

describe('of a class that is called off', () => {
  test.each([
    ['that was paid goes back to the card', 1500, 'refunded', ['charge 1500', 'refund 1500']],
    ['that was free ends', 0, 'refunded', []],
  ])('a trial %s, once and with a mail', async (_what, price, state, moved) => {
    const { course, lesson, parent, child } = await trying(price);
    if (price > 0) await pay(parent, child, lesson);
    else await book(parent, child, lesson);
    await callOff(course._id);
    await work();
    await work();
    const order = await orderOf(child);
    expect(order.state).toBe(state);
    expect(await movedFor(order._id)).toEqual(moved);
    expect(await guestsOf(lesson)).toEqual([]);
    expect((await kindsTo(parent)).filter((kind) => kind === 'trial-ended')).toHaveLength(1);
    expect(await list(parent)).toMatchObject([{ state: 'ended' }]);
  });

  test('a trial that is being paid for takes no money, or gives it back', async () => {
    const { course, lesson, parent, child } = await trying(1500);
    const other = await family();
    await charge(parent, child, lesson);
    expect((await book(other.parent, other.child, lesson)).body.code).toBe('no-place');
    await callOff(course._id);
    await work();
    school.clock.now += HOUR_MS;
    await work();
    const order = await orderOf(child);
    expect(order.state).toBe('refunded');
    expect(await movedFor(order._id)).toEqual(['charge 1500', 'refund 1500']);
    expect(await guestsOf(lesson)).toEqual([]);
  });
});

test('of a lesson that is cancelled while it is paid for, the money goes back', async () => {
  const { lesson, parent, child } = await trying(1500);
  const id = await charge(parent, child, lesson);
  expect((await admin.call('DELETE', `/lessons/${lesson._id}`)).status).toBe(200);
  await record(parent, lesson.classid, id, 15);
  expect(await guestsOf(lesson)).toEqual([]);
  await work();
  const order = await orderOf(child);
  expect(order.state).toBe('refunded');
  expect(await movedFor(order._id)).toEqual(['charge 1500', 'refund 1500']);
});

test('money that comes after the hold takes the place where it is free, else it goes back and that is told', async () => {
  const { course, lesson, parent, child } = await trying(1500);
  const late = await charge(parent, child, lesson);
  // As after a cancellation at the provider that was refused too late to be noticed.
  const lose = (id: string) =>
    school.db
      .updateTable('orders')
      .set({ state: 'expired', workat: null })
      .where('intentid', '=', id)
      .execute();
  await lose(late);
  await work();
  expect(await guestsOf(lesson)).toEqual([child]);

  const next = await addLesson(school.db, { classid: course._id, day: '2026-09-15' });
  const [second, third] = [await family(), await family()];
  await lose(await charge(second.parent, second.child, next));
  await school.db.deleteFrom('webhookevents').execute();
  await pay(third.parent, third.child, next);
  school.clock.now += HOUR_MS;
  await record(second.parent, course._id, (await orderOf(second.child)).intentid ?? '', 15);
  await work();
  expect(await guestsOf(next)).toEqual([third.child]);
  const order = await orderOf(second.child);
  expect(order.state).toBe('refunded');
  expect(await movedFor(order._id)).toEqual(['charge 1500', 'refund 1500']);
  expect(await kindsTo(second.parent)).toEqual(['refunded']);
  expect(await list(second.parent)).toMatchObject([{ state: 'ended' }]);
});

test('while the card service is away a trial stays held, and is booked once it answers', async () => {
  const { lesson, parent, child } = await trying(1500);
  await charge(parent, child, lesson);
  const away = async () => {
    throw new AppError('provider-unavailable');
  };
  const cards = { ...school.payments.cards, readIntent: away, cancelIntent: away };
  school.clock.now += HOUR_MS;
  await workPayments({ ...school.payments, cards });
  expect(['intent', 'expiring']).toContain((await orderOf(child)).state);
  const other = await family();
  expect((await book(other.parent, other.child, lesson)).body.code).toBe('no-place');
  school.clock.now += HOUR_MS;
  await work();
  expect(await guestsOf(lesson)).toEqual([child]);
  expect(await kindsTo(parent)).toEqual(['trial-booked']);
});

test('events of the provider, twice and out of order, book a trial once', async () => {
  const { lesson, parent, child } = await trying(1500);
  const id = await charge(parent, child, lesson);
  await work();
  const now = school.clock.now;
  for (const [event, type] of [
    ['evt_trial_1', 'payment_intent.succeeded'],
    ['evt_trial_2', 'payment_intent.succeeded'],
    ['evt_trial_3', 'payment_intent.created'],
    ['evt_trial_4', 'payment_intent.canceled'],
  ] as const) {
    await school.db
      .insertInto('webhookevents')
      .values({ _id: event, type, intentid: id, receivedat: now, workat: now })
      .execute();
    await work();
  }
  const order = await orderOf(child);
  expect(order.state).toBe('enrolled');
  expect(await movedFor(order._id)).toEqual(['charge 1500']);
  expect(await guestsOf(lesson)).toEqual([child]);
  expect(await kindsTo(parent)).toEqual(['trial-booked']);
});

describe('of an account that is merged', () => {
  const merge = (keep: Person, drop: Person) =>
    admin.call('POST', '/families/merge', { keep: keep.user._id, drop: drop.user._id });

  test('a trial is the kept one’s, goes back to the card that paid, and apart again it is as before', async () => {
    const { lesson, parent, child } = await trying(1500);
    const { parent: keeper } = await family();
    await pay(parent, child, lesson);
    const merged = await merge(keeper, parent);
    expect(merged.status).toBe(200);
    expect((await keeper.call('GET', '/learners')).body.map(({ _id }: Learner) => _id)).toContain(child);
    expect(await list(keeper)).toMatchObject([{ learnerid: child, state: 'booked', price: 15 }]);
    expect((await admin.call('DELETE', `/families/merge/${merged.body.insertedId}`)).status).toBe(200);
    expect(await list(keeper)).toEqual([]);
    expect((await merge(keeper, parent)).status).toBe(200);
    expect((await keeper.call('DELETE', `/trials/${lesson._id}/${child}`)).body.deletedCount).toBe(1);
    await work();
    expect((await orderOf(child)).state).toBe('refunded');
    expect(await guestsOf(lesson)).toEqual([]);
  });

  test('two entries of a child that try lessons of one class: one is paid for, so they stay two', async () => {
    const { course, lesson, parent, child } = await trying(1500);
    const next = await addLesson(school.db, { classid: course._id, day: '2026-09-15' });
    const twin = await addChildBy(parent);
    await book(parent, child, lesson);
    await book(parent, twin, next);
    const { body } = await admin.call('POST', '/families/merge', { keep: child, drop: twin });
    expect(body.code).toBe('merge-same-class');
  });
});

describe('of an account that is deleted', () => {
  test('a trial after it is gone is named before, and goes back; one before that is not promised back', async () => {
    const { course, parent, child } = await trying(1500);
    const lesson = await addLesson(school.db, { classid: course._id, day: '2026-09-22' });
    await pay(parent, child, lesson);
    const preview = async () => (await parent.call('GET', '/account/erasure')).body;
    const named = { learnerid: child, classname: course.classname, price: 15, trialday: '2026-09-22' };
    expect(await preview()).toMatchObject({ refunds: [named], forfeits: [] });
    school.clock.now = lesson.startsat - LEAVING_MS;
    expect(await preview()).toMatchObject({ refunds: [], forfeits: [named] });
    school.clock.now = lesson.endsat;
    expect(await preview()).toMatchObject({ refunds: [], forfeits: [] });
    school.clock.now = NOON;
    expect(await askToErase(school.db, { uid: parent.user.uid ?? '', now: NOON })).toBe(true);
    await letLeave(school);
    await work();
    const order = await orderOf(child);
    expect(order.state).toBe('refunded');
    expect(await movedFor(order._id)).toEqual(['charge 1500', 'refund 1500']);
    expect(await guestsOf(lesson)).toEqual([]);
  });
});
