import { afterAll, beforeAll, expect } from 'vitest';
import { addDays } from '#contract/time/days.ts';
import { WISHERS_FIRST_MS } from '#contract/wishes/calls.ts';
import { schoolDay } from '#server/database/rows/school-row.ts';
import { mailsOf } from '#tests/support/mails.ts';
import { FEE, start } from '#tests/support/pay.ts';
import { reserve } from '#tests/support/reservations.ts';
import {
  openTestSchool,
  type Person,
  type TestSchool,
  testWithWaitlist as test,
} from '#tests/support/school.ts';
import { seatsOf } from '#tests/support/seats.ts';
import { addLesson } from '#tests/support/timetable.ts';
import { addInstrument } from '#tests/support/wishes.ts';

/*
 * A class that is made of wishes and runs once enough have joined: who wished reserves the place that is held,
 * with a card that is not charged, and is charged once when the class runs. The clock stands on Tuesday,
 * 1 September 2026.
 */

const DAY_MS = 24 * 60 * 60_000;
const HOURS = [{ weekday: 2, from: '16:00', to: '18:00' }];

let school: TestSchool;
let admin: Person;
let teacher: Person;
let cello: string;

beforeAll(async () => {
  school = await openTestSchool();
  [admin, teacher] = [await school.signIn('admin'), await school.signIn('instructor')];
  cello = await addInstrument(school, 'Cello');
});
afterAll(() => school.close());

async function wisher(): Promise<Person> {
  const me = await school.signIn('student');
  school.clock.now += 1;
  const wish = { learnerid: me.learnerid, instrument: cello, hours: HOURS };
  expect((await me.call('POST', '/wishes', wish)).status).toBe(200);
  return me;
}

/** A class of three places that teachers make of wishes, and that runs from two learners on. */
async function made(): Promise<string> {
  const { insertedId: id } = (
    await teacher.call('POST', '/addclass', {
      ...{ classname: 'Cello for beginners', price: '60', image: '', availableseat: 3 },
      ...{ level: 'Beginner', group: 'Kids', instrumentids: [cello], forwishers: true },
    })
  ).body;
  await addLesson(school.db, { classid: id, day: '2026-09-15' });
  const decideby = addDays(schoolDay({}, school.clock.now), 6);
  const runs = await admin.call('PUT', `/class/update/${id}`, { runsfrom: 2, decideby });
  expect(runs.status, JSON.stringify(runs.body)).toBe(200);
  expect((await admin.call('PUT', `/class/approved/${id}`, {})).status).toBe(200);
  return id;
}

const offer = async (me: Person) =>
  (await me.call('GET', `/waitlist/${me.email}`)).body.map(({ state }: { state: string }) => state);
const kinds = async (me: Person) => (await mailsOf(school, me.email)).map(({ kind }) => kind);
const work = async () => {
  for (let turn = 0; turn < 20 && (await school.work()) > 0; turn++);
};
const charges = () => school.db.selectFrom('ledger').select(['orderid', 'kind', 'amount']).execute();
const places = async (classid: string) =>
  (
    await school.db
      .selectFrom('enrolments')
      .innerJoin('learners', 'learners._id', 'enrolments.learnerid')
      .select('learners.userid')
      .where('classid', '=', classid)
      .execute()
  ).map(({ userid }) => userid);

test('who wished reserves the place that is held and pays once, when the class runs', async () => {
  const [first, second, third, fourth] = [await wisher(), await wisher(), await wisher(), await wisher()];
  const classid = await made();
  for (const me of [first, second, third]) expect(await offer(me)).toEqual(['offered']);
  expect(await offer(fourth)).toEqual([]);
  expect((await start(fourth, classid)).body.code).toBe('class-full');

  // Within the three days two of them reserve, and nothing is charged.
  const one = await reserve(school, first, { classid });
  school.clock.now += WISHERS_FIRST_MS - 60_000;
  await work();
  const other = await reserve(school, second, { classid });
  expect(await seatsOf(school.db, classid)).toMatchObject({ free: 0, held: 3 });
  expect([await offer(first), await offer(second), await charges()]).toEqual([[], [], []]);

  // The third lets it pass: it is free, and who reserved keeps the place.
  school.clock.now += 2 * 60_000;
  await work();
  expect(await seatsOf(school.db, classid)).toMatchObject({ free: 1, held: 2 });
  const last = await reserve(school, fourth, { classid });
  expect(await charges()).toEqual([]);

  school.clock.now += 5 * DAY_MS;
  await work();
  await work();
  expect((await admin.call('GET', `/class/${classid}`)).body).toMatchObject({ decided: 'runs' });
  expect((await places(classid)).toSorted()).toEqual(
    [first, second, fourth].map(({ user }) => user._id).toSorted(),
  );
  expect(await seatsOf(school.db, classid)).toMatchObject({ free: 0, held: 0 });
  const charged = [one, other, last].map(({ orderid }) => ({ orderid, kind: 'charge', amount: FEE * 100 }));
  const all = await charges();
  expect(all).toHaveLength(charged.length);
  expect(all).toEqual(expect.arrayContaining(charged));
  // The first took the place before its mail went out.
  expect(await kinds(first)).toEqual(['reserved', 'enrolled']);
  expect(await kinds(second)).toEqual(['wish-offered', 'reserved', 'enrolled']);
  expect(await kinds(third)).toEqual(['wish-offered']);
  expect(await kinds(fourth)).toEqual(['reserved', 'enrolled']);
});
