import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addChildBy } from '#tests/support/families.ts';
import { confirmCard, record, start } from '#tests/support/pay.ts';
import { openTestSchool, type Person, type TestSchool, testWithWaitlist } from '#tests/support/school.ts';
import { seatsOf } from '#tests/support/seats.ts';
import { addLesson, addRoom } from '#tests/support/timetable.ts';

let school: TestSchool;
let parent: Person;
let child: string;
/** Two classes that meet at the same time, and one that does not. */
let oboe: string;
let choir: string;
let harp: string;
const HOUR_MS = 60 * 60_000;
const clash = { status: 409, body: { code: 'learner-clash' } };

beforeAll(async () => {
  school = await openTestSchool({ env: { ENROLMENT_PRICE: 'class', CANCEL_UNTIL_HOURS: '9999' } });
});
beforeEach(async () => {
  parent = await school.signIn('student');
  child = await addChildBy(parent, { firstname: 'Ada', lastname: 'Lee' });
  oboe = await addClass('Oboe', '16:00');
  choir = await addClass('Choir', '16:00');
  harp = await addClass('Harp', '16:45');
});
afterAll(() => school.close());

async function addClass(classname: string, starttime: string, { price = 3000, availableseat = 5 } = {}) {
  const { _id: classid } = await school.addClass({ classname, price, availableseat });
  await addLesson(school.db, { classid, day: '2026-11-03', starttime });
  return classid;
}

const open = (classid: string, more: object = {}) =>
  parent.call('POST', '/create-payment-intent', { classid, learnerid: child, price: 30, ...more });
const checkout = (classids: readonly string[], more: object = {}) =>
  parent.call('POST', '/checkout', {
    items: classids.map((classid) => ({ classid, learnerid: child })),
    ...more,
  });
async function pay(clientSecret: string, classid: string, price: number) {
  const { id } = await confirmCard(school, clientSecret);
  return (await record(parent, classid, id, price)).body.result.insertedId as string;
}
const confirmed = async () =>
  (await school.db.selectFrom('confirmedclashes').selectAll().where('learnerid', '=', child).execute())
    .length;

describe('a class at the time of another of the same learner', () => {
  test('is held only where the payer says that they know, and is not asked about again', async () => {
    await pay((await open(oboe)).body.clientSecret, oboe, 30);
    const refused = await open(choir);
    expect(refused).toMatchObject(clash);
    expect(refused.body.detail).toContain('Oboe');
    expect(await seatsOf(school.db, choir)).toEqual({ free: 5, held: 0, taken: 0 });
    expect((await open(harp)).status).toBe(200);
    for (const no of [false, null]) expect(await open(choir, { confirmclash: no })).toMatchObject(clash);
    const { status, body } = await open(choir, { confirmclash: true });
    expect([status, await confirmed()]).toEqual([200, 1]);
    const enrolment = await pay(body.clientSecret, choir, 30);
    await parent.call('POST', `/enrolments/${enrolment}/cancel`);
    expect((await open(choir)).status).toBe(200);
  });

  test('meets at no time for another child, and one that touches it is no clash', async () => {
    await pay((await open(oboe)).body.clientSecret, oboe, 30);
    expect((await start(parent, choir, 30)).status).toBe(200);
    expect((await open(harp)).status).toBe(200);
  });

  test('counts while its seat is only held, and no more once that is over', async () => {
    await open(oboe);
    expect(await open(choir)).toMatchObject(clash);
    school.clock.now += HOUR_MS;
    for (let times = 0; times < 6 && (await school.work()) > 0; times++);
    expect((await open(choir)).status).toBe(200);
  });

  test('is refused in one payment with it, and nothing is held; both with one word', async () => {
    expect(await checkout([oboe, choir])).toMatchObject(clash);
    for (const classid of [oboe, choir])
      expect(await seatsOf(school.db, classid)).toEqual({ free: 5, held: 0, taken: 0 });
    expect((await checkout([oboe, choir], { confirmclash: true })).status).toBe(200);
    expect(await confirmed()).toBe(1);
  });

  test('is refused by hand, and for nothing, unless it is said', async () => {
    const admin = await school.signIn('admin');
    const free = await addClass('Singing', '16:15', { price: 0 });
    await pay((await open(oboe)).body.clientSecret, oboe, 30);
    const byHand = { classid: choir, learnerid: child, pay: 'cash' };
    expect(await admin.call('POST', '/enrolments', byHand)).toMatchObject(clash);
    expect((await admin.call('POST', '/enrolments', { ...byHand, confirmclash: true })).status).toBe(200);
    const forNothing = (more: object) => parent.call('POST', `/enrol/${free}`, { learnerid: child, ...more });
    expect(await forNothing({})).toMatchObject(clash);
    expect((await forNothing({ confirmclash: true })).status).toBe(200);
  });

  testWithWaitlist('is refused where a seat of it was offered, and the offer stays', async () => {
    const full = await addClass('Drums', '16:15', { availableseat: 1 });
    const other = await school.signIn('student');
    const { body } = await start(other, full, 30);
    const { id } = await confirmCard(school, body.clientSecret);
    const { insertedId } = (await record(other, full, id, 30)).body.result;
    await parent.call('POST', '/waitlist', { classid: full, learnerid: child });
    await pay((await open(oboe)).body.clientSecret, oboe, 30);
    await other.call('POST', `/enrolments/${insertedId}/cancel`);
    expect(await open(full)).toMatchObject(clash);
    const offers = school.db.selectFrom('waitlist').select('state').where('learnerid', '=', child);
    expect(await offers.execute()).toEqual([{ state: 'offered' }]);
    expect((await open(full, { confirmclash: true })).status).toBe(200);
  });

  test('of a payment that came late is not taken: the money goes back', async () => {
    const { body } = await open(oboe);
    const { id } = await confirmCard(school, body.clientSecret);
    // Its time was over before the school heard of it, and the learner is in another class by now.
    await school.db
      .updateTable('orders')
      .set({ state: 'expired', workat: null })
      .where('classid', '=', oboe)
      .execute();
    await school.db
      .updateTable('classes')
      .set({ heldseats: 0, availableseat: 5 } as object)
      .where('_id', '=', oboe)
      .execute();
    await pay((await open(choir)).body.clientSecret, choir, 30);
    expect((await record(parent, oboe, id, 30)).body.code).toBe('payment-returned');
    for (let times = 0; times < 6 && (await school.work()) > 0; times++);
    expect((await school.payments.cards.readIntent(id)).refunded).toBe(3000);
  });

  test('is bound to a payment that named none only where it is said', async () => {
    await pay((await open(oboe)).body.clientSecret, oboe, 30);
    const unnamed = { price: 30, learnerid: child };
    const { body } = await parent.call('POST', '/create-payment-intent', unnamed);
    const { id } = await confirmCard(school, body.clientSecret);
    const paid = { email: parent.email, transactionId: id, price: 30, learnerid: child };
    const bind = (more: object) => parent.call('POST', `/payments/${choir}`, { ...paid, ...more });
    expect(await bind({})).toMatchObject(clash);
    expect((await bind({ confirmclash: true })).status).toBe(200);
  });
});

test('of two classes at the same time that are paid for at once one is held, however often', async () => {
  for (let turn = 0; turn < 5; turn++) {
    const student = await school.signIn('student');
    const both = await Promise.all([oboe, choir].map((classid) => start(student, classid, 30)));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const orders = school.db.selectFrom('orders').select('_id').where('userid', '=', student.user._id);
    expect(await orders.execute()).toHaveLength(1);
  }
});

test('where a class is selected it is told who would be where, and the list says so with what it costs today', async () => {
  await pay((await open(oboe)).body.clientSecret, oboe, 30);
  const { email } = parent;
  const select = (more: object, person = parent) =>
    person.call('POST', '/select/class/', { classid: choir, email: person.email, ...more });
  const day = '2026-11-03';
  const [startsat, endsat] = [expect.any(String), expect.any(String)];
  const clashes = [{ day, kind: 'learner', with: 'Oboe', startsat, endsat }];
  const hints = [{ day, learnername: 'Ada Lee', with: 'Oboe' }];
  const insertedId = expect.any(String);
  expect((await select({ learnerid: child })).body).toEqual({ insertedId, clashes });
  expect((await select({})).body).toEqual({ insertedId, hints });
  // Nobody hears of another family's lessons.
  expect((await select({}, await school.signIn('student'))).body).toEqual({ insertedId });
  // Asked again, and of several at once.
  expect((await select({ learnerid: child })).body).toEqual({ message: 'exist', clashes });
  const learnerids = [child, parent.learnerid];
  const together = await parent.call('POST', '/select/together', { classid: choir, learnerids });
  expect(together.body).toEqual({
    insertedIds: [],
    clashes: clashes.map((clash) => ({ ...clash, learnername: 'Ada Lee' })),
  });

  const rows = (await parent.call('GET', `/selectedclass/${email}`)).body as { learnerid: string }[];
  const lessons = { left: 1, of: 1 };
  expect(rows.find(({ learnerid }) => learnerid === child)).toMatchObject({ clashes, lessons, sum: 30 });
  const own = rows.find(({ learnerid }) => learnerid === parent.learnerid);
  expect(own).toMatchObject({ hints, lessons });
  expect(own).not.toHaveProperty('clashes');
  const { body: page } = await parent.call('GET', `/selectedclass/${email}/page?learnerid=${child}`);
  expect(page.items).toEqual([expect.objectContaining({ clashes })]);
});

test('two classes at the same time that are only selected are told of, and keep nobody from paying for one', async () => {
  const select = (classid: string) =>
    parent.call('POST', '/select/class/', { classid, learnerid: child, email: parent.email });
  expect((await select(oboe)).body).not.toHaveProperty('clashes');
  expect((await select(choir)).body.clashes).toMatchObject([{ with: 'Oboe' }]);
  const { body } = await parent.call('GET', `/selectedclass/${parent.email}`);
  const others = body.map((row: { clashes: { with: string }[] }) => row.clashes.map((clash) => clash.with));
  expect(others.flat().sort()).toEqual(['Choir', 'Oboe']);
  expect((await open(oboe)).status).toBe(200);
});

test('of a payment for several it is said who would be where twice', async () => {
  const other = await addChildBy(parent, { firstname: 'Bo', lastname: 'Lee' });
  await pay((await open(oboe)).body.clientSecret, oboe, 30);
  const { body } = await parent.call('POST', '/checkout', {
    items: [child, other].map((learnerid) => ({ classid: choir, learnerid })),
  });
  expect(body.detail).toBe('Ada Lee: Choir meets at the same time as Oboe.');
  expect((await open(choir)).body.detail).toBe('Choir meets at the same time as Oboe.');
});

test('lessons at the same time in one room are no hint: whoever brings the one brings the other', async () => {
  const room = await addRoom(school.db, { name: 'Hall' });
  await school.db
    .updateTable('lessons')
    .set({ roomid: room })
    .where('classid', 'in', [oboe, choir])
    .execute();
  await pay((await open(oboe)).body.clientSecret, oboe, 30);
  const { body } = await parent.call('POST', '/select/class/', { classid: choir, email: parent.email });
  expect(body).toEqual({ insertedId: expect.any(String) });
});
