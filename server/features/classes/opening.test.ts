import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Row } from '#server/database/schema.ts';
import { confirmCard, enrol, record, start } from '#tests/support/pay.ts';
import { openTestSchool, type Person, type TestSchool, testWithWaitlist } from '#tests/support/school.ts';

/* A class of the next term is for those who had it, until it opens to everybody. */

const DAY_MS = 24 * 60 * 60_000;

let school: TestSchool;
let admin: Person;
/** Has a place in the class of this term. */
let before: Person;
let stranger: Person;
let copy: Row<'classes'>;

beforeAll(async () => {
  school = await openTestSchool();
  admin = await school.signIn('admin');
});
beforeEach(async () => {
  before = await school.signIn('student');
  stranger = await school.signIn('student');
  copy = await copied();
});
afterAll(() => school.close());

/** The next term's class of one that `before` is in; it opens in a day. */
async function copied(fields: Partial<Row<'classes'>> = {}) {
  const { _id: copyof } = await school.addClass();
  await enrol(school, before, copyof);
  return school.addClass({ ...fields, copyof, opensat: school.clock.now + DAY_MS });
}

const select = (person: Person, classid: string) =>
  person.call('POST', '/select/class/', { classid, email: person.email, enrolled: false });

const WAYS: [string, (person: Person) => Promise<{ status: number; body: { code?: string } }>][] = [
  ['selects', (person) => select(person, copy._id)],
  [
    'selects together',
    (person) =>
      person.call('POST', '/select/together', { classid: copy._id, learnerids: [person.learnerid] }),
  ],
  ['pays for', (person) => start(person, copy._id)],
  ['pays for at once', (person) => person.call('POST', '/checkout', { items: [{ classid: copy._id }] })],
  [
    'binds a payment that named no class to',
    async (person) => {
      const { body } = await start(person);
      const { id } = await confirmCard(school, body.clientSecret);
      return record(person, copy._id, id);
    },
  ],
];

test.each(WAYS)('who had it %s the class before it opens; others from then on', async (_, way) => {
  expect(await way(stranger)).toMatchObject({ status: 409, body: { code: 'class-not-open' } });
  expect((await way(before)).status).toBe(200);
  const other = await school.signIn('student');
  school.clock.now += DAY_MS - 1;
  expect((await way(other)).body.code).toBe('class-not-open');
  school.clock.now += 1;
  expect((await way(other)).status).toBe(200);
});

testWithWaitlist('who had it waits for the class before it opens; others from then on', async () => {
  copy = await copied({ availableseat: 0, enrolledstudents: 1 });
  const wait = (person: Person) => person.call('POST', '/waitlist', { classid: copy._id });
  expect((await wait(stranger)).body.code).toBe('class-not-open');
  expect((await wait(before)).status).toBe(200);
  school.clock.now += DAY_MS;
  expect((await wait(stranger)).status).toBe(200);
});

test('a class that costs nothing is kept as well', async () => {
  const free = await openTestSchool({ env: { ENROLMENT_PRICE: 'class' } });
  const [one, other] = [await free.signIn('student'), await free.signIn('student')];
  const { _id: copyof } = await free.addClass({ price: 0 });
  await one.call('POST', `/enrol/${copyof}`);
  const { _id } = await free.addClass({ price: 0, copyof, opensat: free.clock.now + DAY_MS });
  expect((await other.call('POST', `/enrol/${_id}`)).body.code).toBe('class-not-open');
  expect((await one.call('POST', `/enrol/${_id}`)).status).toBe(200);
  await free.close();
});

test('who gave the place back has no claim on the next one', async () => {
  const { body } = await before.call('GET', `/enrolledclasses/${before.email}`);
  const enrolled = body.find(({ classid }: { classid: string }) => classid === copy.copyof);
  await before.call('POST', `/enrolments/${enrolled.enrolmentid ?? enrolled._id}/cancel`);
  expect((await select(before, copy._id)).body.code).toBe('class-not-open');
});

test('the office gives a place before the class opens', async () => {
  const byHand = { classid: copy._id, learnerid: stranger.learnerid, pay: 'cash' };
  expect((await admin.call('POST', '/enrolments', byHand)).status).toBe(200);
});

test('who has begun to pay goes on, whatever becomes of their earlier place', async () => {
  expect((await start(before, copy._id)).status).toBe(200);
  await school.db.deleteFrom('enrolments').where('classid', '=', copy.copyof).execute();
  expect((await start(before, copy._id)).status).toBe(200);
});

test('everybody reads until when it is kept, and once it is open nothing of it', async () => {
  const opensat = new Date(copy.opensat ?? 0).toISOString();
  const listed = async () => {
    const { body } = await school.call('GET', '/classes/page');
    return body.items.find(({ _id }: { _id: string }) => _id === copy._id);
  };
  const read = async () => (await school.call('GET', `/class/${copy._id}`)).body;
  school.clock.now += DAY_MS - 1;
  await school.work();
  expect(await read()).toMatchObject({ opensat });
  expect(await listed()).toMatchObject({ opensat });
  school.clock.now += 1;
  await school.work();
  expect(await read()).not.toHaveProperty('opensat');
  expect(await listed()).not.toHaveProperty('opensat');
});
