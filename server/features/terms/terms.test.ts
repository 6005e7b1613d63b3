import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';

let school: TestSchool;
let admin: Person;

beforeAll(async () => {
  school = await openTestSchool();
  admin = await school.signIn('admin');
});
beforeEach(async () => {
  await school.db.deleteFrom('terms').execute();
  school.changed(['timetable']);
});
afterAll(() => school.close());

const AUTUMN = { name: 'Autumn', firstday: '2026-09-07', lastday: '2026-12-18' };
const SPRING = { name: 'Spring', firstday: '2027-01-11', lastday: '2027-03-26' };

const terms = async () => (await school.call('GET', '/terms')).body;
const add = async (term: object): Promise<string> =>
  (await admin.call('POST', '/terms', term)).body.insertedId;

test('everybody reads the terms, the first day first, as they are now', async () => {
  const spring = await add(SPRING);
  const autumn = await add(AUTUMN);
  expect(await terms()).toEqual([
    { _id: autumn, ...AUTUMN, version: 1 },
    { _id: spring, ...SPRING, version: 1 },
  ]);
  const longer = { ...AUTUMN, lastday: '2026-12-23' };
  expect((await admin.call('PUT', `/terms/${autumn}`, longer)).body).toEqual({ modifiedCount: 1 });
  expect((await admin.call('DELETE', `/terms/${spring}`)).body).toEqual({ deletedCount: 1 });
  expect(await terms()).toEqual([{ _id: autumn, ...longer, version: 2 }]);
});

test('a dry run changes nothing', async () => {
  expect((await admin.call('POST', '/terms?dry=1', AUTUMN)).body).toEqual({});
  expect(await terms()).toEqual([]);
  for (const dry of ['0', 'false', 'true', ''])
    expect((await admin.call('POST', `/terms?dry=${dry}`, AUTUMN)).status).toBe(400);
  expect(await terms()).toEqual([]);
  const autumn = await add(AUTUMN);
  expect((await admin.call('PUT', `/terms/${autumn}?dry=1`, SPRING)).body).toEqual({ modifiedCount: 1 });
  expect((await admin.call('DELETE', `/terms/${autumn}?dry=1`)).body).toEqual({ deletedCount: 1 });
  expect(await terms()).toEqual([{ _id: autumn, ...AUTUMN, version: 1 }]);
});

test('one that there is not is neither changed nor deleted', async () => {
  for (const [method, body] of [['PUT', AUTUMN], ['DELETE']] as const)
    for (const query of ['', '?dry=1']) {
      const answer = await admin.call(method, `/terms/unknown${query}`, body);
      expect([answer.status, answer.body.code]).toEqual([404, 'term-not-found']);
    }
});

test.each([
  [{ ...AUTUMN, name: '' }, 'name'],
  [{ ...AUTUMN, firstday: '2026-02-30' }, 'firstday'],
  [{ ...AUTUMN, firstday: '07.09.2026' }, 'firstday'],
  [{ ...AUTUMN, firstday: '0026-09-07' }, 'firstday'],
  [{ ...AUTUMN, lastday: '2026-09-06' }, 'lastday'],
  [{ ...AUTUMN, lastday: '2028-12-18' }, 'lastday'],
  [{ ...AUTUMN, lastday: null }, 'lastday'],
])('%j is refused beside its field', async (body, field) => {
  const answer = await admin.call('POST', '/terms', body);
  expect([answer.status, answer.body.errors[0].field]).toEqual([400, field]);
});
