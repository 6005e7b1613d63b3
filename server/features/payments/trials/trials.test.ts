import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findFreeForGuests } from '#server/features/catchups/index.ts';
import { addChildBy } from '#tests/support/families.ts';
import { mailsOf } from '#tests/support/mails.ts';
import { confirmCard, record } from '#tests/support/pay.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';
import { takeClass } from '#tests/support/take-class.ts';
import { addLesson } from '#tests/support/timetable.ts';

/** A Tuesday, at noon in UTC. */
const NOON = Date.UTC(2026, 8, 1, 12);
const DAY_MS = 24 * 60 * 60_000;
/** A week later. */
const DAY = '2026-09-08';

let school: TestSchool;
beforeAll(async () => {
  school = await openTestSchool();
});
afterAll(() => school.close());
beforeEach(() => {
  school.clock.now = NOON;
});

/** A class with a lesson that takes one guest, and a parent with a child. */
async function trying(fields: { trialprice?: number | null; guestplaces?: number } = {}) {
  const course = await school.addClass({ guestplaces: 1, trialprice: 0, ...fields });
  const lesson = await addLesson(school.db, { classid: course._id, day: DAY });
  return { course, lesson, ...(await family()) };
}

async function family() {
  const parent = await school.signIn('student');
  return { parent, child: await addChildBy(parent) };
}

const book = (parent: Person, learnerid: string, lesson: { _id: string }, price?: number) =>
  parent.call('POST', '/trials', { learnerid, lessonid: lesson._id, price });
const giveUp = (parent: Person, learnerid: string, lesson: { _id: string }) =>
  parent.call('DELETE', `/trials/${lesson._id}/${learnerid}`);
const list = async (parent: Person) => (await parent.call('GET', '/trials')).body;
const offerOf = async (parent: Person, { _id }: { _id: string }) =>
  (await parent.call('GET', `/class/${_id}/trials`)).body;
const guestsOf = (lesson: { _id: string }) =>
  school.db.selectFrom('guests').select(['learnerid', 'kind']).where('lessonid', '=', lesson._id).execute();
const kindsTo = async ({ email }: Person) => (await mailsOf(school, email)).map(({ kind }) => kind).sort();
const ordersOf = (child: string) =>
  school.db.selectFrom('orders').selectAll().where('learnerid', '=', child).orderBy('_id').execute();
const textOf = async (person: Person, path: string) => {
  const headers = { authorization: `Bearer ${await person.issue()}` };
  return (await school.app.inject({ url: `/api${path}`, headers })).body;
};
const work = async () => {
  for (let turn = 0; turn < 3; turn++) await school.work();
};

/** Books a trial that costs something and pays for it. */
async function pay(parent: Person, child: string, lesson: { _id: string; classid: string }) {
  const { body } = await book(parent, child, lesson);
  const { clientSecret, price } = body.payment;
  const { id } = await confirmCard(school, clientSecret);
  return { transactionId: id, price, recorded: await record(parent, lesson.classid, id, price) };
}

describe('a trial lesson that costs nothing', () => {
  test('is booked at once, once however often it is asked for, and takes no seat', async () => {
    const { course, lesson, parent, child } = await trying();
    expect(await offerOf(parent, course)).toMatchObject({
      price: 0,
      lessons: [{ _id: lesson._id, free: 1 }],
    });
    const answers = await Promise.all([book(parent, child, lesson, 0), book(parent, child, lesson, 0)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(new Set(answers.map(({ body }) => body.insertedId)).size).toBe(1);
    expect(await guestsOf(lesson)).toEqual([{ learnerid: child, kind: 'trial' }]);
    const comes = { learnerid: child, guest: true, trial: true };
    const { body: week } = await parent.call('GET', '/week?from=2026-09-07');
    expect(week).toMatchObject([{ learners: [comes] }]);
    expect((await parent.call('GET', '/week/next')).body).toMatchObject([{ learners: [comes] }]);
    expect(await offerOf(parent, course)).toMatchObject({ lessons: [] });
    expect(await list(parent)).toMatchObject([
      { lessonid: lesson._id, learnerid: child, state: 'booked', giveupuntil: '2026-09-08T00:00:00.000Z' },
    ]);
    expect(await kindsTo(parent)).toEqual(['trial-booked']);
    const now = await school.db
      .selectFrom('classes')
      .select(['availableseat', 'heldseats', 'enrolledstudents'])
      .where('_id', '=', course._id)
      .executeTakeFirstOrThrow();
    const { availableseat, heldseats, enrolledstudents } = course;
    expect(now).toEqual({ availableseat, heldseats, enrolledstudents });
  });

  test('is shown to visitors as it is, after each booking and absence, and once its lesson begins', async () => {
    const { course, lesson, parent, child } = await trying();
    const shown = async () =>
      (await school.app.inject(`/api/class/${course._id}/trials`)).json().lessons.length;
    expect(await shown()).toBe(1);
    await book(parent, child, lesson);
    expect(await shown()).toBe(0);
    await giveUp(parent, child, lesson);
    expect(await shown()).toBe(1);
    await book(parent, child, lesson);
    expect(await shown()).toBe(0);
    // A student of the class who cannot come leaves a place, and takes it back.
    const other = await family();
    await takeClass(school.db, { learnerid: other.child, classid: course._id });
    const absence = { learnerid: other.child, lessonid: lesson._id };
    expect((await other.parent.call('POST', '/absences', absence)).status).toBe(200);
    expect(await shown()).toBe(1);
    await other.parent.call('DELETE', `/absences/${lesson._id}/${other.child}`);
    expect(await shown()).toBe(0);
    await giveUp(parent, child, lesson);
    // So soon after the other that it might still be kept.
    school.clock.now = lesson.startsat - 1;
    expect(await shown()).toBe(1);
    school.clock.now = lesson.startsat;
    expect(await shown()).toBe(0);
  });

  test('is one for a learner and class, for ever, but for one that is given back', async () => {
    const { course, lesson, parent, child } = await trying({ guestplaces: 2 });
    const next = await addLesson(school.db, { classid: course._id, day: '2026-09-15' });
    await book(parent, child, lesson);
    expect(await book(parent, child, next)).toMatchObject({ status: 409, body: { code: 'trial-used' } });
    expect((await giveUp(parent, child, lesson)).body).toEqual({ deletedCount: 1 });
    expect((await giveUp(parent, child, lesson)).body).toEqual({ deletedCount: 0 });
    expect(await guestsOf(lesson)).toEqual([]);
    expect(await book(parent, child, next)).toMatchObject({ status: 200 });
    school.clock.now = NOON + 60 * DAY_MS;
    const later = await addLesson(school.db, { classid: course._id, day: '2026-12-01' });
    expect(await book(parent, child, later)).toMatchObject({ status: 409, body: { code: 'trial-used' } });
  });

  test('is given back until the day before, and until it ends where it was moved', async () => {
    const { course, lesson, parent, child } = await trying();
    await book(parent, child, lesson);
    school.clock.now = Date.UTC(2026, 8, 8, 0, 1);
    expect(await giveUp(parent, child, lesson)).toMatchObject({
      status: 409,
      body: { code: 'cancel-too-late' },
    });
    await school.db.updateTable('guests').set({ movedat: NOON }).where('lessonid', '=', lesson._id).execute();
    school.clock.now = lesson.endsat - 1;
    expect(await giveUp(parent, child, lesson)).toMatchObject({ body: { deletedCount: 1 } });
    expect(course.classname).toBeTruthy();
  });

  test.each([
    ['a class without', { trialprice: null }, 'no-trial'],
    ['a lesson without a place', { guestplaces: 0 }, 'no-place'],
  ])('is refused in %s', async (_name, fields, code) => {
    const { lesson, parent, child } = await trying(fields);
    expect(await book(parent, child, lesson)).toMatchObject({ status: 409, body: { code } });
    expect(await ordersOf(child)).toEqual([]);
  });

  test('is not offered before it is decided that its class runs', async () => {
    const { course, lesson, parent, child } = await trying();
    const admin = await school.signIn('admin');
    const waits = { runsfrom: 2, decideby: '2026-09-05' };
    expect((await admin.call('PUT', `/class/update/${course._id}`, waits)).status).toBe(200);
    expect(await offerOf(parent, course)).toMatchObject({ price: null, lessons: [] });
    const refused = { code: 'no-trial', detail: expect.stringContaining('not decided yet') };
    expect(await book(parent, child, lesson)).toMatchObject({ status: 409, body: refused });
    expect(await ordersOf(child)).toEqual([]);
    const places = () => findFreeForGuests(school.db, [lesson._id]);
    expect(await places()).toEqual(new Map());
    await admin.call('POST', `/class/${course._id}/decide`, { runs: true, key: 'k' });
    expect(await offerOf(parent, course)).toMatchObject({ price: 0, lessons: [{ _id: lesson._id }] });
    expect(await places()).toEqual(new Map([[lesson._id, 1]]));
    expect((await book(parent, child, lesson)).status).toBe(200);
  });

  test('is refused of a lesson that has begun or is cancelled, to who has a place, and to a stranger', async () => {
    const { course, lesson, parent, child } = await trying({ guestplaces: 5 });
    const cancelled = await addLesson(school.db, {
      classid: course._id,
      day: '2026-09-09',
      state: 'cancelled',
    });
    expect((await book(parent, child, cancelled)).body.code).toBe('lesson-cancelled');
    const other = await family();
    expect((await book(other.parent, child, lesson)).body.code).toBe('learner-not-found');
    await takeClass(school.db, { learnerid: other.child, classid: course._id });
    expect((await book(other.parent, other.child, lesson)).body.code).toMatch(
      /already-enrolled|learner-clash/,
    );
    school.clock.now = lesson.startsat;
    expect((await book(parent, child, lesson)).body.code).toBe('lesson-begun');
    expect(await guestsOf(lesson)).toEqual([]);
  });

  test('meets no other lesson of the child', async () => {
    const { lesson, parent, child } = await trying();
    const { _id: classid } = await school.addClass({ classname: 'Choir' });
    await addLesson(school.db, { classid, day: DAY, starttime: '16:30' });
    await takeClass(school.db, { learnerid: child, classid });
    const { body } = await book(parent, child, lesson);
    expect(body).toMatchObject({ code: 'learner-clash', detail: expect.stringContaining('Choir') });
  });

  test('is for the ages that its class is for', async () => {
    const { course, lesson, parent, child } = await trying();
    await school.db.updateTable('classes').set({ agefrom: 60 }).where('_id', '=', course._id).execute();
    expect((await book(parent, child, lesson)).body.code).toMatch(/age-outside|born-missing/);
  });

  test('of two families who want the last place one gets it', async () => {
    const { lesson, ...one } = await trying();
    const other = await family();
    const answers = await Promise.all([one, other].map(({ parent, child }) => book(parent, child, lesson)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.flatMap(({ body }) => body.code ?? [])).toEqual(['no-place']);
    expect(await guestsOf(lesson)).toHaveLength(1);
  });
});

describe('a trial lesson that costs something', () => {
  test('holds the place while it is paid for, is booked once however often that is told, and is on the ledger', async () => {
    const { course, lesson, parent, child } = await trying({ trialprice: 1500 });
    const opened = await book(parent, child, lesson, 15);
    expect(opened.body.payment).toMatchObject({ price: 15, holduntil: expect.any(String) });
    expect((await book(parent, child, lesson, 15)).body.payment.clientSecret).toBe(
      opened.body.payment.clientSecret,
    );
    expect(await guestsOf(lesson)).toEqual([]);
    const other = await family();
    expect((await book(other.parent, other.child, lesson)).body.code).toBe('no-place');
    expect(await list(parent)).toMatchObject([{ state: 'paying' }]);
    const { id } = await confirmCard(school, opened.body.payment.clientSecret);
    expect(await record(parent, course._id, id, 15)).toMatchObject({ status: 200 });
    expect(await record(parent, course._id, id, 15)).toMatchObject({ status: 200 });
    await work();
    expect(await guestsOf(lesson)).toEqual([{ learnerid: child, kind: 'trial' }]);
    expect(await list(parent)).toMatchObject([{ state: 'booked', price: 15 }]);
    expect(await kindsTo(parent)).toEqual(['trial-booked']);
    const [order] = await ordersOf(child);
    const moved = await school.db
      .selectFrom('ledger')
      .select(['kind', 'amount', 'seats'])
      .where('orderid', '=', order?._id ?? '')
      .execute();
    expect(moved).toEqual([{ kind: 'charge', amount: 1500, seats: 0 }]);
    const receipt = await parent.call('GET', `/receipts/${order?._id}`);
    expect(receipt).toMatchObject({
      status: 200,
      body: { price: 15, classname: course.classname, trial: true },
    });
    const admin = await school.signIn('admin');
    const { body } = await admin.call('GET', '/money?month=2026-09');
    const row = body.lines.find((line: { transactionId: string }) => line.transactionId === id);
    expect(row).toMatchObject({ verdict: 'matched', trial: true, classname: course.classname });
    const said = `Trial lesson: ${course.classname}`;
    expect(await textOf(admin, '/money/places.csv?month=2026-09')).toContain(`${said}, ${DAY}`);
    for (const file of ['/money/places.csv?month=2026-09', '/reports/payments.csv?month=2026-09'])
      expect(await textOf(admin, file), file).toContain(said);
    const [line, paid] = (await parent.call('GET', '/account/statement')).body.lines;
    expect(paid).toMatchObject({ kind: 'charge', trialday: DAY });
    expect(line).toMatchObject({
      kind: 'place',
      label: said,
      lessonsfrom: DAY,
      lessonsto: DAY,
      trialday: DAY,
    });
  });

  test('is given back with its money, once', async () => {
    const { lesson, parent, child } = await trying({ trialprice: 1500 });
    await pay(parent, child, lesson);
    const answers = await Promise.all([giveUp(parent, child, lesson), giveUp(parent, child, lesson)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    await work();
    expect(await ordersOf(child)).toMatchObject([{ state: 'refunded' }]);
    expect(await guestsOf(lesson)).toEqual([]);
    expect(await list(parent)).toMatchObject([{ state: 'ended' }]);
    expect(await kindsTo(parent)).toEqual(['refunded', 'trial-booked', 'trial-ended']);
    const moved = await school.db
      .selectFrom('ledger')
      .select(['kind', 'amount', 'seats'])
      .where('orderid', '=', (await ordersOf(child))[0]?._id ?? '')
      .orderBy('kind')
      .execute();
    expect(moved).toMatchObject([
      { kind: 'charge', amount: 1500 },
      { kind: 'refund', amount: 1500, seats: 0 },
    ]);
  });

  test('that is not paid in time is free again, and money that comes late goes back where the place is gone', async () => {
    const { course, lesson, parent, child } = await trying({ trialprice: 1500 });
    const { body } = await book(parent, child, lesson);
    school.clock.now += 16 * 60_000;
    await work();
    expect(await ordersOf(child)).toMatchObject([{ state: 'expired' }]);
    const other = await family();
    await pay(other.parent, other.child, lesson);
    expect(await guestsOf(lesson)).toEqual([{ learnerid: other.child, kind: 'trial' }]);
    const { status } = await confirmCard(school, body.payment.clientSecret);
    expect(status).not.toBe(200);
    expect(course._id).toBeTruthy();
  });

  test('of one who closed the page is booked by the workers', async () => {
    const { lesson, parent, child } = await trying({ trialprice: 1500 });
    const { body } = await book(parent, child, lesson);
    await confirmCard(school, body.payment.clientSecret);
    school.clock.now += 16 * 60_000;
    await work();
    expect(await guestsOf(lesson)).toEqual([{ learnerid: child, kind: 'trial' }]);
  });

  test('whose lesson the school cancels ends with its money, and another can be chosen', async () => {
    const { course, lesson, parent, child } = await trying({ trialprice: 1500 });
    await pay(parent, child, lesson);
    const admin = await school.signIn('admin');
    const { status } = await admin.call('DELETE', `/lessons/${lesson._id}`);
    expect(status).toBe(200);
    await work();
    expect(await ordersOf(child)).toMatchObject([{ state: 'refunded' }]);
    expect(await guestsOf(lesson)).toEqual([]);
    expect(await kindsTo(parent)).toContain('trial-ended');
    const next = await addLesson(school.db, { classid: course._id, day: '2026-09-15' });
    expect(await book(parent, child, next)).toMatchObject({ status: 200 });
  });

  test('goes back where the child is deleted before the day', async () => {
    const { lesson, parent, child } = await trying({ trialprice: 1500 });
    await pay(parent, child, lesson);
    expect((await parent.call('DELETE', `/learners/${child}`)).status).toBe(200);
    await work();
    expect(await ordersOf(child)).toMatchObject([{ state: 'refunded' }]);
    expect(await guestsOf(lesson)).toEqual([]);
  });

  test('goes back with the class that is called off', async () => {
    const { course, lesson, parent, child } = await trying({ trialprice: 1500 });
    await pay(parent, child, lesson);
    const admin = await school.signIn('admin');
    const { status } = await admin.call('DELETE', `/delete/${course._id}`);
    expect(status).toBe(200);
    await work();
    expect(await ordersOf(child)).toMatchObject([{ state: 'refunded' }]);
    expect(await guestsOf(lesson)).toEqual([]);
  });

  test('of a lesson that is moved is told, and is looked at by the time that it has then', async () => {
    const { lesson, parent, child } = await trying({ trialprice: 1500 });
    await pay(parent, child, lesson);
    const startsat = lesson.startsat + 7 * DAY_MS;
    const time = { startsat, endsat: lesson.endsat + 7 * DAY_MS, day: '2026-09-15' };
    await school.db.updateTable('lessons').set(time).where('_id', '=', lesson._id).execute();
    await work();
    await work();
    expect(await kindsTo(parent)).toEqual(['trial-booked', 'trial-moved']);
    expect(await list(parent)).toMatchObject([
      { state: 'booked', startsat: new Date(startsat).toISOString() },
    ]);
  });

  test('the records of it are sound, and no one cancels it as a place', async () => {
    const { lesson, parent, child } = await trying({ trialprice: 1500 });
    await pay(parent, child, lesson);
    const [order] = await ordersOf(child);
    expect((await parent.call('POST', `/enrolments/${order?._id}/cancel`)).status).toBe(404);
    const admin = await school.signIn('admin');
    expect(await admin.call('POST', `/enrolments/${order?._id}/cancel`)).toMatchObject({
      status: 200,
      body: { price: 15 },
    });
    await work();
    expect(await guestsOf(lesson)).toEqual([]);
  });

  test('is told once after the lesson how to enrol', async () => {
    const { lesson, parent, child } = await trying({ trialprice: 1500 });
    await pay(parent, child, lesson);
    school.clock.now = lesson.endsat + 1;
    await work();
    await work();
    expect(await kindsTo(parent)).toEqual(['trial-booked', 'trial-over']);
    expect(await list(parent)).toMatchObject([{ state: 'over' }]);
  });
});

describe('what a trial lesson cost', () => {
  const enrol = async (parent: Person, learnerid: string, classid: string, price: number) =>
    parent.call('POST', '/create-payment-intent', { classid, learnerid, price });
  const takeOff = async (trialfee: 'off' | 'kept') => {
    const admin = await school.signIn('admin');
    const { version } = (await admin.call('GET', '/school')).body;
    const { status } = await admin.call('PUT', '/school', { trialfee, version });
    expect(status).toBe(200);
  };

  test('is taken off the price of enrolling where the school says so, once and after the lesson', async () => {
    await takeOff('off');
    const { course, lesson, parent, child } = await trying({ trialprice: 1500 });
    await addLesson(school.db, { classid: course._id, day: '2026-12-01' });
    await pay(parent, child, lesson);
    expect((await enrol(parent, child, course._id, 45)).body.code).toBe('price-differs');
    school.clock.now = lesson.endsat + 1;
    // No mail is sent, so that what was written can be read.
    for (const job of school.features.flatMap(({ jobs }) => jobs ?? [])) await job.run();
    expect(await list(parent)).toMatchObject([{ state: 'over', off: 15 }]);
    expect((await mailsOf(school, parent.email)).find(({ kind }) => kind === 'trial-over')?.text).toContain(
      '$15',
    );
    expect((await enrol(parent, child, course._id, 60)).body.code).toBe('price-differs');
    const opened = await enrol(parent, child, course._id, 45);
    expect(opened).toMatchObject({ status: 200, body: { price: 45 } });
    // Who closes the page and comes back finds the same payment.
    for (let times = 0; times < 2; times++)
      expect(await enrol(parent, child, course._id, 45)).toMatchObject({ status: 200, body: opened.body });
    expect((await list(parent))[0].off).toBe(15);
    const { id } = await confirmCard(school, opened.body.clientSecret);
    const recorded = await record(parent, course._id, id, 45);
    const enrolment = recorded.body.result.insertedId;
    expect((await parent.call('GET', `/receipts/${enrolment}`)).body).toMatchObject({
      price: 45,
      fullprice: 60,
      pricereason: 'The price of the trial lesson is taken off.',
    });
    expect((await list(parent))[0].off).toBeUndefined();
    const other = await addChildBy(parent);
    expect((await enrol(parent, other, course._id, 45)).body.code).toBe('price-differs');
    await takeOff('kept');
  });

  test('stays extra where the school keeps it', async () => {
    const { course, lesson, parent, child } = await trying({ trialprice: 1500 });
    await addLesson(school.db, { classid: course._id, day: '2026-12-01' });
    await pay(parent, child, lesson);
    school.clock.now = lesson.endsat + 1;
    expect(await enrol(parent, child, course._id, 60)).toMatchObject({ status: 200, body: { price: 60 } });
  });

  test('goes back where the learner enrols before the lesson', async () => {
    const { course, lesson, parent, child } = await trying({ trialprice: 1500 });
    await pay(parent, child, lesson);
    await takeClass(school.db, { learnerid: child, classid: course._id });
    const place = { learnerid: child, classid: course._id };
    const isPlace = await school.db
      .selectFrom('orders')
      .select('_id')
      .where('learnerid', '=', place.learnerid)
      .where('lessonid', 'is', null)
      .execute();
    await work();
    expect(await guestsOf(lesson)).toHaveLength(isPlace.length > 0 ? 0 : 1);
  });
});
