import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PAGE_SIZE } from '#contract/pages.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';

let school: TestSchool;
let admin: Person;

beforeAll(async () => {
  school = await openTestSchool();
  admin = await school.signIn('admin');
});
afterAll(() => school.close());

const search = async (query: Record<string, string>) =>
  (await admin.call('GET', `/classes/search?${new URLSearchParams(query)}`)).body;
const names = (page: { items: { classname: string }[] }) => page.items.map(({ classname }) => classname);

async function add(classname: string, fields: object = {}) {
  school.clock.now += 1000;
  return school.addClass({ classname, ...fields });
}

test('words are found in any order, in either case, in the class, the instructor and the address', async () => {
  await add('Jazz Piano', { instructorname: 'Özil Ångström' });
  await add('Piano for Kids', { instructoremail: 'jazzy@test.example' });
  await add('Drums');
  expect(names(await search({ q: 'piano JAZZ' }))).toEqual(['Piano for Kids', 'Jazz Piano']);
  expect(names(await search({ q: 'ÖZIL' }))).toEqual(['Jazz Piano']);
  expect(names(await search({ q: 'ångström özil' }))).toEqual(['Jazz Piano']);
  expect(names(await search({ q: ' ' }))).toHaveLength(3);
});

test('signs that mean something to the database are looked for as they are', async () => {
  await add('100% Guitar_Solo!');
  expect(names(await search({ q: '100%' }))).toEqual(['100% Guitar_Solo!']);
  expect(names(await search({ q: 'r_S' }))).toEqual(['100% Guitar_Solo!']);
  expect(names(await search({ q: 'solo!' }))).toEqual(['100% Guitar_Solo!']);
  expect(names(await search({ q: '%_%' }))).toEqual([]);
  expect(names(await search({ q: "'; drop table classes --" }))).toEqual([]);
});

test('a status filters, and deleted classes are in no page', async () => {
  await add('Waiting harp', { status: 'pending' });
  await add('Gone harp', { status: 'pending', deletedat: 1 });
  expect(await search({ q: 'harp', status: 'pending' })).toMatchObject({
    items: [{ classname: 'Waiting harp' }],
    total: 1,
    previous: null,
    next: null,
  });
  expect(await search({ q: 'harp', status: 'denied' })).toMatchObject({ items: [], total: 0 });
});

test.each([
  ['price', ['Cheap kora', 'Middle kora', 'dear kora']],
  ['-price', ['dear kora', 'Middle kora', 'Cheap kora']],
  ['classname', ['Cheap kora', 'dear kora', 'Middle kora']],
  ['-availableseat', ['Middle kora', 'dear kora', 'Cheap kora']],
  ['status', ['dear kora', 'Cheap kora', 'Middle kora']],
  ['secret', ['dear kora', 'Middle kora', 'Cheap kora']],
])('ordered by %s', async (sort, expected) => {
  await school.db.deleteFrom('classes').where('classname', 'like', '%kora').execute();
  await add('Cheap kora', { price: 100, availableseat: 1, status: 'denied' });
  await add('Middle kora', { price: 5000, availableseat: 30, status: 'pending' });
  await add('dear kora', { price: 90_000, availableseat: 4 });
  expect(names(await search({ q: 'kora', sort }))).toEqual(expected);
});

test('pages lead forwards and back again, each class on one of them', async () => {
  const count = PAGE_SIZE * 2 + 3;
  for (let at = 0; at < count; at++) await add(`Flute ${String(at).padStart(3, '0')}`);
  const first = await search({ q: 'flute' });
  const second = await search({ q: 'flute', after: first.next });
  const third = await search({ q: 'flute', after: second.next });
  expect([first, second, third].map(({ items }) => items.length)).toEqual([PAGE_SIZE, PAGE_SIZE, 3]);
  const all = [first, second, third].flatMap(names);
  expect(all).toEqual([...all].sort().reverse());
  expect(new Set(all).size).toBe(count);
  expect(first).toMatchObject({ total: count, previous: null });
  expect(third.next).toBeNull();
  expect(await search({ q: 'flute', before: third.previous })).toEqual(second);
  expect(await search({ q: 'flute', before: second.previous })).toEqual(first);
});

test('of every class it is told how many there are, whatever their state', async () => {
  for (const status of ['pending', 'denied'] as const) await add(`A ${status} oboe`, { status });
  for (let at = 0; at < PAGE_SIZE; at++) await add(`Oboe ${at}`);
  await add('Gone oboe', { deletedat: 1 });
  const present = school.db.selectFrom('classes').select('_id').where('deletedat', 'is', null);
  const { total, items } = await search({});
  expect(items).toHaveLength(PAGE_SIZE);
  expect(total).toBe((await present.execute()).length);
  // SQLite knows then how many classes there are, and would rather read them all: that is looked at when the
  // school closes.
  await sql`analyze classes`.execute(school.db);
});
