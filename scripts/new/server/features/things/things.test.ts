import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';

let school: TestSchool;
let admin: Person;

beforeAll(async () => {
  school = await openTestSchool();
  admin = await school.signIn('admin');
});
beforeEach(() => school.db.deleteFrom('things').execute());
afterAll(() => school.close());

const things = async () => (await admin.call('GET', '/things')).body;
const add = async (name: string): Promise<string> =>
  (await admin.call('POST', '/things', { name })).body.insertedId;
const refusal = ({ status, body }: { status: number; body: { code: string } }) => [status, body.code];

test('admins read the things by name, as they are now', async () => {
  const second = await add('Second');
  const first = await add('  first ');
  expect(await things()).toEqual([
    { _id: first, name: 'first', version: 1 },
    { _id: second, name: 'Second', version: 1 },
  ]);
  expect((await admin.call('PUT', `/things/${second}`, { name: 'Eldest', version: 1 })).status).toBe(200);
  expect(await things()).toMatchObject([{ name: 'Eldest', version: 2 }, { name: 'first' }]);
});

test('the second of two admins who change or delete a thing learns of the first change', async () => {
  const id = await add('First');
  await admin.call('PUT', `/things/${id}`, { name: 'Second', version: 1 });
  const stale = [409, 'changed-meanwhile'];
  expect(refusal(await admin.call('PUT', `/things/${id}`, { name: 'Third', version: 1 }))).toEqual(stale);
  expect(refusal(await admin.call('DELETE', `/things/${id}`, { version: 1 }))).toEqual(stale);
  expect(await things()).toMatchObject([{ name: 'Second', version: 2 }]);
});

test('a thing that is deleted is gone, and the log has a line of each change', async () => {
  const id = await add('First');
  await admin.call('PUT', `/things/${id}`, { name: 'Second', version: 1 });
  expect((await admin.call('DELETE', `/things/${id}`, { version: 2 })).body).toEqual({ deletedCount: 1 });
  expect(await things()).toEqual([]);
  for (const [method, body] of [['PUT', { name: 'Third' }], ['DELETE']] as const)
    expect(refusal(await admin.call(method, `/things/${id}`, body))).toEqual([404, 'not-found']);
  const { items } = (await admin.call('GET', '/changes?about=school')).body;
  const lines = items.filter(({ subjectid }: { subjectid: string }) => subjectid === id);
  expect(lines.map(({ action, note }: Record<string, string>) => `${action} ${note}`).toSorted()).toEqual([
    'added thing',
    'deleted thing',
    'updated thing',
  ]);
});

test.each(['student', 'instructor'] as const)('is not for a caller who is a %s', async (role) => {
  const id = await add('First');
  const caller = await school.signIn(role);
  for (const [method, path, body] of [
    ['GET', '/things'],
    ['POST', '/things', { name: 'Second' }],
    ['PUT', `/things/${id}`, { name: 'Second' }],
    ['DELETE', `/things/${id}`],
  ] as const)
    expect(refusal(await caller.call(method, path, body))).toEqual([403, 'forbidden']);
  expect(await things()).toMatchObject([{ name: 'First' }]);
});

test.each([' ', 'x'.repeat(61), 'Blue\u202ething'])(
  'the name %j is refused beside its field',
  async (name) => {
    const answer = await admin.call('POST', '/things', { name });
    expect([answer.status, answer.body.errors[0].field]).toEqual([400, 'name']);
  },
);
