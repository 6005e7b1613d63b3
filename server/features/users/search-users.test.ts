import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { PAGE_SIZE } from '#contract/pages.ts';
import { newId } from '#server/database/ids.ts';
import { hasDigits } from '#server/database/lists/phone-index.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';

const COUNT = 10_100;
let school: TestSchool;
let admin: Person;

beforeAll(async () => {
  school = await openTestSchool();
  const rows = Array.from({ length: COUNT }, (_, at) => {
    const createdat = school.clock.now - at * 1000;
    return {
      _id: newId(createdat),
      uid: null,
      email: `pupil${at}@test.example`,
      name: at % 100 === 0 ? `Zoë Pupil ${at}` : `Pupil ${at}`,
      photoURL: null,
      role: at % 1000 === 0 ? ('instructor' as const) : ('student' as const),
      validsince: 0,
      createdat,
    };
  });
  for (let at = 0; at < COUNT; at += 1000) {
    await school.db
      .insertInto('users')
      .values(rows.slice(at, at + 1000))
      .execute();
  }
  school.clock.now += 1000;
  admin = await school.signIn('admin');
});
afterAll(() => school.close());

const search = async (query: Record<string, string>) =>
  (await admin.call('GET', `/users/search?${new URLSearchParams(query)}`)).body;

const names = (page: { items: { name: string }[] }) => page.items.map(({ name }) => name);

test('ten thousand users come in pages, by name, and are counted no further than needed', async () => {
  const first = await search({});
  expect(first.items).toHaveLength(PAGE_SIZE);
  expect(first.items[0]).toMatchObject({ email: admin.email, role: 'admin' });
  expect(first.total).toBe(10_001);
  const second = await search({ after: first.next });
  const both = [...names(first), ...names(second)];
  const lower = both.map((name) => name.toLowerCase());
  expect(lower).toEqual([...lower].sort());
  expect(new Set(both).size).toBe(2 * PAGE_SIZE);
  expect(await search({ before: second.previous })).toEqual(first);
});

test.each(['name', '-name', 'email', '-email', 'role', '-role'])(
  'ordered by %s nobody is left out',
  async (sort) => {
    const column = sort.replace('-', '') as 'name';
    const seen = new Set<string>();
    const values: string[] = [];
    let page = await search({ sort, q: 'Pupil 1', role: 'student' });
    const expected = (await search({ q: 'Pupil 1', role: 'student' })).total;
    for (;;) {
      for (const item of page.items) seen.add(item._id);
      values.push(...page.items.map((item: { name: string }) => item[column]));
      if (!page.next || values.length > 200) break;
      page = await search({ sort, q: 'Pupil 1', role: 'student', after: page.next });
    }
    expect(seen.size).toBe(Math.min(values.length, expected));
    const sorted = [...values].sort();
    expect(values).toEqual(sort.startsWith('-') ? sorted.reverse() : sorted);
  },
);

test('a page after somebody who is gone begins again, and a column that is none counts as none', async () => {
  const first = await search({});
  expect(await search({ after: 'gone' })).toEqual(first);
  expect(await search({ sort: 'uid' })).toEqual(first);
});

test('a role filters and a word searches, together', async () => {
  expect(await search({ role: 'instructor' })).toMatchObject({ total: 11, next: null });
  expect((await search({ role: 'instructor', q: 'ZOË 3000' })).items).toMatchObject([
    { email: 'pupil3000@test.example' },
  ]);
  expect((await search({ q: 'pupil4321@' })).items).toHaveLength(1);
});

test.each([
  ['nobody at all', 0],
  ['pupil42', 111],
  ['Pupil 1', 3539],
  ['PUPIL', 10_001],
])('%s finds %i, by name, page after page', async (q, total) => {
  const first = await search({ q });
  expect(first.total).toBe(total);
  expect(first.items).toHaveLength(Math.min(PAGE_SIZE, first.total));
  if (!first.next) return;
  const second = await search({ q, after: first.next });
  const found = [...names(first), ...names(second)].map((name) => name.toLowerCase());
  expect(found).toEqual(found.toSorted());
  expect(new Set(found).size).toBe(2 * PAGE_SIZE);
  expect(second.total).toBe(first.total);
  expect(await search({ q, before: second.previous })).toEqual(first);
});

test('nothing of an account but the contract’s fields is told', async () => {
  const { items } = await search({ q: 'pupil4321@' });
  expect(Object.keys(items[0]).sort()).toEqual([
    '_id',
    'confirmed',
    'email',
    'leavesat',
    'listed',
    'name',
    'phone',
    'photoURL',
    'role',
  ]);
});

test.each(['email', '-email'])('families without an address are in every order, by %s', async (sort) => {
  const rows = Array.from({ length: PAGE_SIZE + 3 }, (_, at) => ({
    _id: newId(school.clock.now),
    uid: null,
    email: at % 3 === 0 ? `walk-in${at}@test.example` : null,
    name: `Walk In ${at}`,
    photoURL: null,
    role: 'student' as const,
    validsince: 0,
    createdat: school.clock.now,
  }));
  await school.db.insertInto('users').values(rows).execute();
  const first = await search({ sort, q: 'Walk In' });
  const second = await search({ sort, q: 'Walk In', after: first.next });
  expect(first.items).toHaveLength(PAGE_SIZE);
  expect(second.next).toBeNull();
  expect([...names(first), ...names(second)].sort()).toEqual(rows.map(({ name }) => name).sort());
  const back = await search({ sort, q: 'Walk In', before: second.previous });
  expect(names(back)).toEqual(names(first));
  await school.db.deleteFrom('users').where('name', 'like', 'Walk In %').execute();
});

test.each([
  ['+49 171 555-7788', '0171 5557788'],
  ['0171/5557788', '+49 (171) 555 77 88'],
  ['0049 171 5557788', '5557788'],
  ['+49 171 555 7788', '55 77 88'],
  ['+49 171 000 9999', '0 9999'],
])('a number written %s is found as %s, and shown', async (phone, typed) => {
  const _id = newId(school.clock.now);
  const person = { uid: null, email: null, photoURL: null, role: 'student' as const, validsince: 0 };
  await school.db
    .insertInto('users')
    .values({ ...person, _id, name: 'Vera Called', phone, createdat: school.clock.now })
    .execute();
  for (const query of [{ q: typed }, { q: typed, role: 'student' }] as Record<string, string>[])
    expect((await search(query)).items).toMatchObject([{ _id, phone }]);
  const families = await admin.call('GET', `/families/search?${new URLSearchParams({ q: typed })}`);
  expect(families.body.items).toMatchObject([{ userid: _id, phone }]);
  expect((await search({ q: typed.slice(-3) })).items.map((item: { _id: string }) => item._id)).not.toContain(
    _id,
  );
  // Changed and deleted rows are found as they are.
  await school.db.updateTable('users').set({ phone: '030 111 222' }).where('_id', '=', _id).execute();
  expect((await search({ q: typed })).items.map((item: { _id: string }) => item._id)).not.toContain(_id);
  expect((await search({ q: '0301112' })).items).toMatchObject([{ _id }]);
  await school.db.deleteFrom('users').where('_id', '=', _id).execute();
  expect((await search({ q: '0301112' })).items).toEqual([]);
});

test('an API key finds nobody by a number, and is shown none', async () => {
  const _id = newId(school.clock.now);
  const person = { uid: null, email: null, photoURL: null, role: 'student' as const, validsince: 0 };
  await school.db
    .insertInto('users')
    .values({ ...person, _id, name: 'Vera Called', phone: '0171 5557788', createdat: school.clock.now })
    .execute();
  const { body } = await admin.call('POST', '/keys', { name: 'Board', scopes: ['people'] });
  const read = async (url: string) =>
    (
      await school.app.inject({ url: `/api${url}`, headers: { authorization: `Bearer ${body.secret}` } })
    ).json();
  for (const url of ['/users/search', '/families/search']) {
    expect((await read(`${url}?q=5557788`)).items).toEqual([]);
    const [found] = (await read(`${url}?q=Vera+Called`)).items;
    expect(found).toMatchObject({ name: 'Vera Called' });
    expect(found).not.toHaveProperty('phone');
  }
  await school.db.deleteFrom('users').where('_id', '=', _id).execute();
});

test.runIf(inject('dialect') === 'postgres')('PostgreSQL finds a number by its index', async () => {
  await sql`analyze users`.execute(school.db);
  const found = school.db.selectFrom('users').select('_id').where(hasDigits('5557788')).limit(51);
  const { sql: text } = found.compile();
  const plan = await sql
    .raw<{ 'QUERY PLAN': string }>(`explain ${text.replace('$1', `'%5557788%'`).replace('$2', '51')}`)
    .execute(school.db);
  expect(plan.rows.map((row) => row['QUERY PLAN']).join(' ')).toContain('users_digits');
});
