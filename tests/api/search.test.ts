import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { FOUND_MAX } from '#contract/pages.ts';
import { newId } from '#server/database/ids.ts';
import { containsWords } from '#server/database/lists/contains.ts';
import { browseBlogs } from '#server/features/blogs/queries.ts';
import { browseClasses, searchClasses } from '#server/features/classes/search/queries.ts';
import { searchFamilies } from '#server/features/families/search-families.ts';
import { ROWS } from '#server/features/rows.ts';
import { searchUsers } from '#server/features/users/queries.ts';
import { openTestSchool, type TestSchool } from '#tests/support/school.ts';

/*
 * What an index finds of names is held against a look at every row, with letters that are other in another
 * case, signs that mean something to a database, and words of any length.
 */

const LETTERS = [
  'a',
  'A',
  'n',
  'N',
  'é',
  'É',
  'ß',
  'ŉ',
  'İ',
  'ł',
  'Ł',
  '🎻',
  '-',
  '.',
  '"',
  "'",
  '%',
  '_',
  '\\',
  '*',
  '(',
];
const word = (lengths: { minLength: number; maxLength: number }) =>
  fc.string({ unit: fc.constantFrom(...LETTERS), ...lengths });
const name = fc
  .array(word({ minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 3 })
  .map((words) => words.join(' '));
const query = fc
  .array(word({ minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 3 })
  .map((words) => words.join(' '));

const PEOPLE = 400;
let school: TestSchool;
beforeAll(async () => {
  school = await openTestSchool();
  const names = fc.sample(name, PEOPLE);
  for (const [at, one] of names.entries()) {
    const userid = await addUser(at, one);
    const learner = { userid, self: 0 as const, leftat: null, createdat: school.clock.now };
    const [firstname = '', lastname = null] = one.split(' ').toReversed();
    await school.db
      .insertInto('learners')
      .values({ ...learner, _id: newId(school.clock.now), firstname, lastname })
      .execute();
    const other = names.at(-at) ?? '';
    if (at % 8 === 0) await school.addClass({ classname: one, description: other, price: 100 * (at % 7) });
    if (at % 8 === 0)
      await school.addPost({
        title: one,
        blog: `${other} ${other.repeat(at)}`,
        time: school.clock.now - at,
        category: at % 3 === 0 ? 'Timing' : 'Study',
        state: at % 5 === 0 ? 'draft' : 'published',
      });
  }
  // Rows that are changed and deleted are found as they are.
  for (const table of ['users', 'learners'] as const) {
    const column = table === 'users' ? 'name' : 'firstname';
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${sql.ref(column)} || 'añA'
      where _id in (select _id from ${sql.table(table)} order by _id limit 40)`.execute(school.db);
  }
  await sql`delete from users where _id in (select _id from users where email like 'lone%' order by _id limit 10)`.execute(
    school.db,
  );
});
afterAll(() => school.close());

async function addUser(at: number, one: string): Promise<string> {
  const _id = newId(school.clock.now);
  const address = `${at % 10 === 0 ? 'lone' : 'p'}${at}@test.example`;
  const user = {
    uid: null,
    photoURL: null,
    role: 'student' as const,
    validsince: 0,
    createdat: school.clock.now,
  };
  await school.db
    .insertInto('users')
    .values({ ...user, _id, email: address, name: one })
    .execute();
  return _id;
}

const tried = (check: (q: string) => Promise<void>) =>
  fc.assert(fc.asyncProperty(query, check), {
    numRuns: 150,
    examples: [
      ['a'],
      ['an'],
      ['aña'],
      ['"'],
      ['%_'],
      ['ŉa'],
      ['İ'],
      ['ß aa'],
      ['🎻'],
      ['p1 test.example'],
      ['a\0b'],
    ].filter(
      // PostgreSQL takes no character of code 0, and the contract none.
      ([q]) => inject('dialect') === 'sqlite' || !q?.includes('\0'),
    ) as [string][],
  });

test('a search of people finds what a look at every name and address finds', async () => {
  await tried(async (q) => {
    const all = school.db.selectFrom('users').where(containsWords(['name', 'email'], q));
    const rows = await all.select('_id').orderBy(sql`lower(name)`).orderBy('_id').execute();
    const { items, total } = await searchUsers(school.db, { q });
    expect(total).toBe(rows.length);
    expect(items.map(({ _id }) => _id)).toEqual(rows.slice(0, items.length).map(({ _id }) => _id));
    const students = await searchUsers(school.db, { q, role: 'student' });
    expect(students.total).toBe((await all.select('_id').where('role', '=', 'student').execute()).length);
  });
});

test('a search of families finds what a look at every account and child finds', async () => {
  await tried(async (q) => {
    const accounts = school.db
      .selectFrom('users')
      .select('_id')
      .where(containsWords(['name', 'email'], q));
    const parents = school.db
      .selectFrom('learners')
      .select('userid as _id')
      .where(containsWords(['firstname', 'lastname'], q))
      .where('userid', 'is not', null);
    const found = await accounts.union(parents.$narrowType<{ _id: string }>()).execute();
    const { items, more } = await searchFamilies(school.db, { q, rows: ROWS, now: school.clock.now });
    expect(more).toBe(found.length > items.length);
    const ids = new Set(found.map(({ _id }) => _id));
    expect(items.filter(({ userid }) => !ids.has(userid))).toEqual([]);
    if (!more) expect(items).toHaveLength(ids.size);
  });
});

type Page = { items: { _id: string }[]; previous: string | null; next: string | null; total: number };
type Turn = (ask: { after?: string; before?: string }) => Promise<Page>;

/** All that a list has, from its first page to its last and back again. */
async function turnPages(turn: Turn): Promise<{ ids: string[]; total: number }> {
  const pages = [await turn({})];
  for (let last = pages.at(-1); last?.next; last = pages.at(-1)) pages.push(await turn({ after: last.next }));
  for (const [at, page] of pages.entries())
    if (page.previous) expect(await turn({ before: page.previous })).toEqual(pages[at - 1]);
  return { ids: pages.flatMap(({ items }) => items.map(({ _id }) => _id)), total: pages[0]?.total ?? 0 };
}

const teacher = (column: 'name' | 'email') =>
  sql<string>`(select ${sql.ref(`users.${column}`)} from users where users._id = classes.instructorid)`;
const PRICE = sql.ref('price');

test('a search of classes finds what a look at every name and teacher finds, page after page', async () => {
  await tried(async (q) => {
    const all = school.db
      .selectFrom('classes')
      .select('_id')
      .where(containsWords(['classname', teacher('name'), teacher('email')], q));
    const newest = await all.orderBy('_id', 'desc').execute();
    const found = await turnPages((ask) => searchClasses(school.db, { q, ...ask }));
    expect(found).toEqual({ ids: newest.map(({ _id }) => _id), total: newest.length });
    const dearest = await all.orderBy('price').orderBy('_id').execute();
    const sorted = await turnPages((ask) => searchClasses(school.db, { q, sort: 'price', ...ask }));
    expect(sorted.ids).toEqual(dearest.map(({ _id }) => _id));
  });
});

test('the public list finds in names, descriptions and teachers what a look at each finds', async () => {
  await tried(async (q) => {
    const all = school.db
      .selectFrom('classes')
      .select('_id')
      .where('status', '=', 'approved')
      .where(containsWords(['classname', 'description', teacher('name')], q));
    const dearest = await all.orderBy(PRICE).orderBy('_id', 'desc').execute();
    const found = await turnPages((ask) => browseClasses(school.db, { q, sort: 'price', ...ask }));
    expect(found).toEqual({ ids: dearest.map(({ _id }) => _id), total: dearest.length });
  });
});

test('a search of posts finds what a look at every article finds', async () => {
  await tried(async (q) => {
    const all = school.db
      .selectFrom('blogs')
      .select('_id')
      .where('state', '=', 'published')
      .where('category', '=', 'Study')
      .where(containsWords(['title', 'blog_description', 'authorname', 'blog'], q));
    const rows = await all.orderBy('time', 'desc').orderBy('_id', 'desc').execute();
    const turn: Turn = (ask) => browseBlogs(school.db, { q, category: 'Study', ...ask }, school.clock.now);
    expect(await turnPages(turn)).toEqual({ ids: rows.map(({ _id }) => _id), total: rows.length });
  });
});

test.each([
  [600, 600],
  [1100, FOUND_MAX + 1],
])('what %i classes have comes in order, from a class without it, too', async (count, total) => {
  const name = `Crowd${count}`;
  const { _id: model } = await school.addClass({ classname: 'Model', status: 'approved' });
  const row = school.db.selectFrom('classes').selectAll().where('_id', '=', model);
  const course = await row.executeTakeFirstOrThrow();
  const rows = Array.from({ length: 2 * count }, (_, at) => ({
    ...course,
    _id: newId(school.clock.now + at),
    classname: at % 2 === 0 ? `${name} ${at}` : `Beside ${count} ${at}`,
    createdat: school.clock.now + at,
  }));
  for (let at = 0; at < rows.length; at += 400)
    await school.db
      .insertInto('classes')
      .values(rows.slice(at, at + 400))
      .execute();
  const crowd = rows.filter((_, at) => at % 2 === 0).map(({ _id }) => _id);
  const found = await turnPages((ask) => browseClasses(school.db, { q: name.toLowerCase(), ...ask }));
  expect(found).toEqual({ ids: crowd.toReversed(), total });
  // Found by its own text and by its teacher's name.
  const both = await turnPages((ask) => browseClasses(school.db, { q: `${name} clara`, ...ask }));
  expect(both).toEqual(found);
  const admins = await turnPages((ask) => searchClasses(school.db, { q: `clara ${name}`, ...ask }));
  expect(admins).toEqual({ ids: crowd.toReversed(), total: count });
  const beside = rows.find(({ classname }) => classname === `Beside ${count} 301`)?._id;
  const { items } = await browseClasses(school.db, { q: name, after: beside });
  expect(items[0]).toMatchObject({ classname: `${name} 300` });
});

const isSqlite = inject('dialect') === 'sqlite';
const INDEXES = ['users', 'learners', 'classes', 'blogs'].flatMap((table) => [
  `${table}_parts`,
  `${table}_letters`,
  ...(table === 'users' ? ['users_digits'] : []),
]);

/** Throws where an index is not what its table's rows make of it. */
async function checkIndexes() {
  for (const name of INDEXES)
    await sql`insert into ${sql.table(name)} (${sql.ref(name)}, rank) values ('integrity-check', 1)`.execute(
      school.db,
    );
}

test.runIf(isSqlite)('the indexes are as their rows, also after the file was put together anew', async () => {
  await checkIndexes();
  await sql`vacuum`.execute(school.db);
  await checkIndexes();
});

test.runIf(isSqlite)('of an account that is deleted no index keeps a part', async () => {
  const kept = async () => {
    const blocks: string[] = [];
    for (const name of INDEXES) {
      const { rows } = await sql<{
        block: Uint8Array;
      }>`select block from ${sql.table(`${name}_data`)}`.execute(school.db);
      blocks.push(...rows.map(({ block }) => Buffer.from(block).toString('latin1')));
    }
    return blocks.join();
  };
  const _id = await addUser(PEOPLE, 'Xyzzy');
  expect(await kept()).toContain('yzz');
  await school.db.deleteFrom('users').where('_id', '=', _id).execute();
  expect(await kept()).not.toContain('yzz');
});
