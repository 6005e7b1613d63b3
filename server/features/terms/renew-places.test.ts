import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addChildBy, EVERY_RIGHT, letGuard } from '#tests/support/families.ts';
import { mailsOf } from '#tests/support/mails.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';
import { takeClass } from '#tests/support/take-class.ts';

/* The clock stands on 1 September 2026: an autumn term is copied into spring, with its places. */

const AUTUMN = { name: 'Autumn', firstday: '2026-09-07', lastday: '2026-12-18' };
const SPRING = {
  name: 'Spring',
  firstday: '2027-01-11',
  lastday: '2027-03-26',
  offeruntil: '2026-12-31',
  places: 'renew',
};
/** The first moment of 1 January in Berlin. */
const UNTIL = Date.parse('2026-12-31T23:00:00Z');

let school: TestSchool;
let admin: Person;
let teacher: Person;
let parent: Person;
let term: string;
let start: number;

beforeAll(async () => {
  school = await openTestSchool({ env: { ENROLMENT_PRICE: 'class' } });
  start = school.clock.now;
  const zone = { timezone: 'Europe/Berlin', version: 1, cancelUntilHours: 48 };
  expect((await (await school.signIn('admin')).call('PUT', '/school', zone)).status).toBe(200);
});
beforeEach(async () => {
  school.clock.now = start;
  [admin, teacher, parent] = [
    await school.signIn('admin'),
    await school.signIn('instructor'),
    await school.signIn('student'),
  ];
  const { db } = school;
  for (const table of ['lessons', 'plans', 'terms', 'rooms', 'mails', 'enrolments', 'orders'] as const)
    await db.deleteFrom(table).execute();
  await db.updateTable('classes').set({ deletedat: 1 }).execute();
  term = (await admin.call('POST', '/terms', AUTUMN)).body.insertedId;
});
afterAll(() => school.close());

async function planned(classname: string, { starttime = '16:00', ...fields }: Record<string, unknown> = {}) {
  const course = await school.addClass({
    instructoremail: teacher.email,
    classname,
    availableseat: 6,
    price: 12_000,
    ...fields,
  });
  const { firstday, lastday } = AUTUMN;
  const plan = { weekday: 2, starttime, minutes: 45, everyweeks: 1, roomid: null, firstday, lastday };
  expect((await admin.call('PUT', `/class/plans/${course._id}`, { plans: [plan] })).status).toBe(200);
  return course._id;
}

const copy = (fields: object = {}, query = '') =>
  admin.call('POST', `/terms/${term}/copy${query}`, { ...SPRING, ...fields });
const copyOf = async (classid: string) =>
  school.db.selectFrom('classes').selectAll().where('copyof', '=', classid).executeTakeFirstOrThrow();
const take = (classid: string, learnerid: string) => takeClass(school.db, { classid, learnerid });
const placesIn = async (classid: string) =>
  school.db
    .selectFrom('enrolments')
    .innerJoin('orders', 'orders._id', 'enrolments._id')
    .select(['enrolments._id', 'enrolments.learnerid', 'orders.paidby', 'orders.amount', 'canceluntil'])
    .where('enrolments.classid', '=', classid)
    .execute();
const told = async (email = parent.email) =>
  (await mailsOf(school, email)).filter(({ kind }) => kind === 'next-term');
const owing = async () => (await admin.call('GET', '/families/owing')).body;

test('each learner has the place in the next term, owed; the family is told once of all of them', async () => {
  const [cello, oboe] = [await planned('Cello'), await planned('Oboe', { starttime: '18:00' })];
  const [mia, rui] = [await addChildBy(parent), await addChildBy(parent, { firstname: 'Rui' })];
  await take(cello, mia);
  await take(oboe, mia);
  await take(cello, rui);
  const dry = await copy({}, '?dry=1');
  expect(dry.body.renewed).toEqual({
    places: 3,
    families: 1,
    unmailed: 0,
    owed: 360,
    currency: 'usd',
    leftoutplaces: 0,
    leftout: [],
  });
  expect(await owing()).toEqual([]);
  expect(await told()).toEqual([]);

  const { insertedId: _, ...done } = (await copy()).body;
  expect(done).toEqual(dry.body);
  const next = await copyOf(cello);
  const place = { paidby: 'due', amount: 12_000, canceluntil: UNTIL };
  expect(new Set(await placesIn(next._id))).toEqual(
    new Set([mia, rui].map((learnerid) => ({ _id: expect.any(String), learnerid, ...place }))),
  );
  expect(next).toMatchObject({ enrolledstudents: 2, availableseat: 4, capacity: 6 });
  expect(await owing()).toHaveLength(3);
  const [mail, ...more] = await told();
  expect([mail?.subject, more]).toEqual(['Spring: your places are renewed', []]);
  expect(mail?.text).toContain(`/classes/${next._id}`);
  expect(mail?.text).toMatch(/Cello, \$120/);
  expect(mail?.text).toMatch(/Oboe: Tuesdays.*18:00/);
  expect(mail?.text).toContain('$360 is to be paid to the school');
  expect(mail?.text).toContain('To keep them, you need do nothing.');
  const others = (await mailsOf(school, parent.email)).filter(({ kind }) => kind !== 'next-term');
  expect(others).toEqual([]);
});

test('asked again, or by two at once, no place is had twice, and one given back is not given again', async () => {
  const cello = await planned('Cello');
  await take(cello, parent.learnerid);
  const both = await Promise.all([copy(), copy()]);
  expect(both.map(({ body }) => body.renewed.places).sort()).toEqual([0, 1]);
  const { _id } = await copyOf(cello);
  const [place] = await placesIn(_id);
  expect((await parent.call('POST', `/enrolments/${place?._id}/cancel`)).status).toBe(200);
  expect((await copy()).body).toMatchObject({ classes: 0, renewed: { places: 0 } });
  expect(await placesIn(_id)).toEqual([]);
  expect(await told()).toHaveLength(1);
});

test('a family gives a place back until that day, whatever the rule for cancelling is, and owes nothing', async () => {
  const [cello, oboe] = [await planned('Cello'), await planned('Oboe', { starttime: '18:00' })];
  for (const classid of [cello, oboe]) await take(classid, parent.learnerid);
  await copy();
  const copies = [await copyOf(cello), await copyOf(oboe)];
  const [first, second] = await Promise.all(copies.map(async ({ _id }) => (await placesIn(_id))[0]));
  expect((await admin.call('PUT', '/school', { cancelUntilHours: 0, version: await version() })).status).toBe(
    200,
  );
  school.clock.now = UNTIL - 1;
  const cancel = (id = '') => parent.call('POST', `/enrolments/${id}/cancel`);
  expect((await cancel(first?._id)).status).toBe(200);
  school.clock.now = UNTIL;
  expect((await cancel(second?._id)).body.code).toBe('cancel-too-late');
  expect(await owing()).toMatchObject([{ classname: 'Oboe', price: 120 }]);
  expect(await copyOf(cello)).toMatchObject({ availableseat: 6, enrolledstudents: 0 });
});

const version = async () => (await admin.call('GET', '/school')).body.version;

test('a guardian’s mail names the place and no sum', async () => {
  const cello = await planned('Cello');
  const mia = await addChildBy(parent);
  const guardian = await school.signIn('student');
  await letGuard(school, { parent, guardian, learnerid: mia, rights: EVERY_RIGHT });
  await take(cello, mia);
  await copy();
  const [mail] = await told(guardian.email);
  expect(mail?.text).toContain('has renewed your family’s places in Spring');
  expect(mail?.text).not.toContain('$');
});

test('who cannot have the place is named with the reason, keeps the first choice, and is told so', async () => {
  const [cello, oboe] = [await planned('Cello'), await planned('Oboe', { starttime: '18:00', ageto: 9 })];
  const old = await addChildBy(parent, { born: '2010-01-01' });
  const leaving = await school.signIn('student');
  await take(cello, old);
  await take(oboe, old);
  await take(cello, leaving.learnerid);
  const leavesat = school.clock.now + 1000;
  await school.db.updateTable('users').set({ leavesat }).where('_id', '=', leaving.user._id).execute();
  const { body } = await copy();
  expect(body.renewed).toMatchObject({ places: 1, families: 1, owed: 120, leftoutplaces: 2 });
  const named = body.renewed.leftout.map(({ classname, code }: Record<string, string>) => [classname, code]);
  expect(new Set(named)).toEqual(
    new Set([
      ['Cello', 'family-leaving'],
      ['Oboe', 'age-outside'],
    ]),
  );
  const [mail] = await told();
  expect(mail?.text).toContain('Oboe is not renewed. It can be chosen before');
});

test('a family without an address is renewed, and counted as one that gets no mail', async () => {
  const cello = await planned('Cello');
  const desk = { name: 'Ana Costa', learners: [{ firstname: 'Rui', lastname: 'Costa' }] };
  const { insertedId: userid } = (await admin.call('POST', '/families', desk)).body;
  const { learners } = (await admin.call('GET', `/families/${userid}`)).body;
  await take(cello, learners.at(-1)._id);
  expect((await copy()).body.renewed).toMatchObject({ places: 1, families: 0, unmailed: 1 });
});

test('a class that costs nothing is renewed without a debt', async () => {
  const choir = await planned('Choir', { price: 0 });
  await take(choir, parent.learnerid);
  expect((await copy()).body.renewed).toMatchObject({ places: 1, owed: 0 });
  expect(await owing()).toEqual([]);
  const [mail] = await told();
  expect(mail?.text).not.toContain('to be paid');
});

test('without a day on which a family could still answer nothing is renewed', async () => {
  const cello = await planned('Cello');
  await take(cello, parent.learnerid);
  school.clock.now = Date.parse('2026-09-05T12:00:00Z');
  const { status, body } = await copy({ offeruntil: '2026-09-04' });
  expect([status, body.errors?.[0].field]).toEqual([400, 'offeruntil']);
  expect(await school.db.selectFrom('terms').select('name').execute()).toEqual([{ name: 'Autumn' }]);
  expect((await copy({ offeruntil: '2026-09-05' })).body.renewed.places).toBe(1);
});

test('copied without saying so, places are offered as before', async () => {
  const cello = await planned('Cello');
  await take(cello, parent.learnerid);
  const { body } = await copy({ places: undefined });
  expect(body.renewed).toBeUndefined();
  expect(await placesIn((await copyOf(cello))._id)).toEqual([]);
});
