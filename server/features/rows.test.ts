import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { t } from '#languages/t.ts';
import { transact } from '#server/database/transact.ts';
import { everyRowOf } from '#tests/support/every-row.ts';
import { anotherExample, exampleOf, findNaming, insertExamples, TABLES } from '#tests/support/examples.ts';
import { addChildBy } from '#tests/support/families.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';
import { eraseAccount } from './account/erase-account.ts';
import type { Example, Family, Merged, PersonColumn } from './feature.ts';
import { findInUse } from './learners/index.ts';
import { ROWS } from './rows.ts';

/*
 * What features say of their tables is true: of each table there is an example row, and with these an account
 * is exported, merged, put apart again and erased. A new table is in here by itself.
 */

let school: TestSchool;
let admin: Person;
let columns: string[];

beforeAll(async () => {
  school = await openTestSchool();
  admin = await school.signIn('admin');
  const tables = await school.db.introspection.getTables();
  columns = tables
    .filter(({ name }) => !OTHERS.test(name))
    .flatMap((table) => table.columns.map(({ name }) => `${table.name}.${name}`));
});
afterAll(() => school.close());

/**
 * Of the embedded services, which know accounts of their own, of migrations, of the search, and of processes.
 */
const OTHERS =
  /^(identity|cards|images)(_|$)|_migrations(_lock)?$|_(parts|letters)(_|$)|^(settings|contentversions|callcounts|processes)$/;

/**
 * What a column is called that holds the id of an account or a learner, also where nothing in the database
 * refers to it.
 */
const NAMES_PEOPLE =
  /^(learner|user|owner|author|actor|by|teacher|instructor|kept|dropped|subject|(?<!g)from|to|person|student|parent|recipient)id$/;
/** What a column is called that says who a person is. */
const SAYS_WHO = /^(uid|recipient|billing|\w*email|\w*phone|(display|screen|author|actor|user)?name)$/i;

const declared: Record<string, PersonColumn> = Object.fromEntries(
  TABLES.flatMap(([table, { columns = {} }]) =>
    Object.entries<PersonColumn>(columns).map(([column, one]) => [`${table}.${column}`, one]),
  ),
);
const split = (name: string) => name.split('.') as [string, string];

/** The columns that refer to accounts or learners. */
async function findReferring(): Promise<Set<string>> {
  const query =
    inject('dialect') === 'sqlite'
      ? sql<{ name: string }>`select m.name || '.' || f."from" as name from sqlite_master m
          join pragma_foreign_key_list(m.name) f where m.type = 'table' and f."table" in ('users', 'learners')`
      : sql<{
          name: string;
        }>`select c.conrelid::regclass::text || '.' || a.attname as name from pg_constraint c
          join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey)
          where c.contype = 'f' and c.confrelid in ('users'::regclass, 'learners'::regclass)`;
  return new Set((await query.execute(school.db)).rows.map(({ name }) => name));
}

test('a column that names an account or a learner says what becomes of its rows', async () => {
  const referring = await findReferring();
  expect(referring.size).toBeGreaterThan(20);
  const naming = columns.filter((name) => referring.has(name) || NAMES_PEOPLE.test(split(name)[1]));
  expect(naming.filter((name) => !declared[name])).toEqual([]);
});

test('a table of which a column may say who a person is says what of it is taken along', () => {
  const naming = columns.filter((name) => declared[name] || SAYS_WHO.test(split(name)[1]));
  const silent = TABLES.flatMap(([table, said]) => (said.export ? [] : [table]));
  const tables = new Set<string>(naming.map((name) => split(name)[0]));
  expect(silent.filter((table) => tables.has(table))).toEqual([]);
});

test('no table or column is declared that does not exist', () => {
  const tables = new Set(columns.map((name) => split(name)[0]));
  expect(TABLES.map(([table]) => table as string).sort()).toEqual([...tables].sort());
  const kept = TABLES.flatMap(([table, { stillNames = {} }]) =>
    Object.keys(stillNames).map((c) => `${table}.${c}`),
  );
  expect(columns).toEqual(expect.arrayContaining([...Object.keys(declared), ...kept]));
});

/** Whose ids a column may hold. */
const idsOf = (of: Example, column: PersonColumn) => [
  ...('account' in column ? [of.userid] : []),
  ...('learner' in column ? [of.learnerid, of.childid] : []),
];

test('each table has an example row, and the rows fill each column that names an account or a learner', async () => {
  const of = await exampleOf(school, await school.signIn('student'));
  await insertExamples(school.db, of);
  const empty: string[] = [];
  for (const [table] of TABLES) {
    const { rows } = await sql`select 1 as one from ${sql.table(table)} limit 1`.execute(school.db);
    if (rows.length === 0) empty.push(table);
  }
  expect(empty).toEqual([]);
  const unnamed: string[] = [];
  for (const [name, column] of Object.entries(declared)) {
    const ids = idsOf(of, column);
    const naming = await Promise.all(ids.map((id) => findNaming(school.db, [id])));
    const isFilled = (subject: readonly string[][]) => subject.some((names) => names.includes(name));
    if ('account' in column && !isFilled(naming.slice(0, 1))) unnamed.push(`${name} of an account`);
    if ('learner' in column && !isFilled(naming.slice(-2))) unnamed.push(`${name} of a learner`);
  }
  expect(unnamed).toEqual([]);
});

const familyOf = (of: Pick<Example, 'userid' | 'learnerid' | 'childid'>): Family & { signinid: string } => ({
  _id: of.userid,
  learnerid: of.learnerid,
  signinid: 'unknown',
  learners: [of.learnerid, of.childid].map((_id) => ({ _id, learnername: 'Xaveria Quill' })),
});

test.each(TABLES.filter(([, { export: said }]) => typeof said === 'function'))(
  'what is kept in %s is in the file that an account takes along',
  async (_table, { export: exportRows }) => {
    if (typeof exportRows !== 'function') throw new Error('It says why it is not.');
    const of = await exampleOf(school, await school.signIn('student'));
    await insertExamples(school.db, of);
    const nobody = { userid: 'unknown', learnerid: 'unknown', childid: 'unknown-child' };
    expect(await exportRows(school.db, familyOf(of))).not.toEqual(
      await exportRows(school.db, familyOf(nobody)),
    );
  },
);

test('what names an account or a child of it is gone once they are erased, but for what is declared', async () => {
  const { db, clock } = school;
  const person = await school.signIn('instructor');
  const of = await exampleOf(school, person);
  await insertExamples(db, of);
  expect(await eraseAccount(db, school.erasing, { uid: person.claims.uid, now: clock.now })).toBe(true);
  const words = [of.userid, of.learnerid, of.childid, person.claims.uid, of.email, of.name];
  const kept = TABLES.flatMap(([table, { stillNames = {} }]) =>
    Object.keys(stillNames).map((c) => `${table}.${c}`),
  );
  expect(await findNaming(db, words)).toEqual(kept.sort());
  const left = db.selectFrom('learners').select(['userid', 'firstname', 'lastname', 'born', 'note']);
  const noOne = { userid: null, firstname: null, lastname: null, born: null, note: null };
  expect(await left.where('_id', 'in', [of.learnerid, of.childid]).execute()).toEqual([noOne, noOne]);
});

const mergedOf = (column: PersonColumn): Merged => ('learner' in column ? column.learner : column.account);
const moving = Object.keys(declared).filter((name) => {
  const merged = mergedOf(declared[name] as PersonColumn);
  return typeof merged === 'string' || 'merging' in merged;
});

test('what names no account once it is erased is passed on where the books are not even', async () => {
  const person = await school.signIn('student');
  await insertExamples(school.db, await exampleOf(school, person));
  const named = moving.filter((name) => 'account' in (declared[name] as PersonColumn));
  const countUnnamed = async (name: string) => {
    const [table, column] = split(name);
    const rows = sql`select 1 as one from ${sql.table(table)} where ${sql.ref(column)} is null`;
    return (await rows.execute(school.db)).rows.length;
  };
  const before = await Promise.all(named.map(countUnnamed));
  await eraseAccount(school.db, school.erasing, { uid: person.claims.uid, now: school.clock.now });
  const after = await Promise.all(named.map(countUnnamed));
  expect(named.filter((_, at) => (after[at] ?? 0) > (before[at] ?? 0))).toEqual([]);
});

/** How many rows of each column that moves name an account or its learner. */
async function countRows({ user, learnerid }: Person): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const name of moving) {
    const [table, column] = split(name);
    const id = 'learner' in (declared[name] as PersonColumn) ? learnerid : user._id;
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}
      where ${sql.ref(column)} = ${id}`.execute(school.db);
    counts[name] = Number(rows[0]?.count);
  }
  return counts;
}

test('what moves is the kept account’s after a merge, and where it was once that is undone', async () => {
  const [keep, drop] = [await school.signIn('student'), await school.signIn('student')];
  await insertExamples(school.db, await exampleOf(school, drop));
  const readAll = await everyRowOf(school.db);
  const [had, before] = [await countRows(drop), await readAll()];
  expect(Object.keys(had).filter((name) => had[name] === 0)).toEqual([]);

  const merged = await admin.call('POST', '/families/merge', { keep: keep.user._id, drop: drop.user._id });
  expect(merged.body).toMatchObject({ insertedId: expect.any(String) });
  const after = await countRows(drop);
  expect(Object.keys(after).filter((name) => after[name] !== 0)).toEqual([]);
  const got = await countRows(keep);
  expect(Object.keys(got).filter((name) => (got[name] ?? 0) < (had[name] ?? 0))).toEqual([]);

  expect((await admin.call('DELETE', `/families/merge/${merged.body.insertedId}`)).status).toBe(200);
  // Not put back are what a merge writes of itself, the devices that it signed out, and what has to be asked
  // anew.
  const told = /^(merges|changes|mails|signins|claims|settings|contentversions|webhookmessages|revisions)$/;
  const rowsOf = (text: string) =>
    (JSON.parse(text) as { name: string; rows: string }[]).filter(({ name }) => !told.test(name));
  expect(rowsOf(await readAll())).toEqual(rowsOf(before));
  expect(await countRows(drop)).toEqual(had);
});

/** What goes on naming a child that a merge dropped: one that is not in here is lost with it a day later. */
const GO_WITH_A_CHILD = {
  'changes.before': 'The log has what was merged.',
  'claims.learnerid': 'What was withdrawn has to be asked anew.',
  'confirmedclashes.learnerid': 'They are noted anew for the child that is kept.',
  'merges.droppedid': 'A merge names the two that it was made of.',
  'merges.keptid': 'The same of an earlier merge.',
  'takeovers.learnerid': 'A take-over is taken back of the entry that was taken over.',
};

test('of a child that a merge drops nothing is left behind but what may go with it', async () => {
  const parent = await school.signIn('student');
  const drop = await addChildBy(parent);
  const of = { ...(await exampleOf(school, parent)), learnerid: drop };
  await insertExamples(school.db, of);
  const left = new Set<string>();
  for (const dropped of [drop, of.childid]) {
    const keep = await addChildBy(parent);
    const named = (await findNaming(school.db, [dropped])).filter(
      (name) => 'learner' in (declared[name] ?? {}),
    );
    expect(named.length).toBeGreaterThan(2);
    const merged = await admin.call('POST', '/families/merge', { keep, drop: dropped });
    expect(merged.body).toMatchObject({ insertedId: expect.any(String) });
    for (const name of await findNaming(school.db, [dropped]))
      if ('learner' in (declared[name] ?? {})) left.add(name);
  }
  expect([...left].sort()).toEqual(Object.keys(GO_WITH_A_CHILD));
});

/** Of an enrolment there is an order, by which the two are known to share a class. */
const places = Object.entries(declared).flatMap(([name, column]) =>
  'learner' in column && column.learner === 'place' && name !== 'enrolments.learnerid' ? [name] : [],
);

test.each(places)('two children with a row of %s in one class cannot be made one', async (name) => {
  const parent = await school.signIn('student');
  const of = await exampleOf(school, parent);
  const ids: string[] = [];
  for (const one of [of, anotherExample(of)]) {
    const learnerid = await addChildBy(parent);
    ids.push(learnerid);
    const example = { ...one, learnerid, childid: await addChildBy(parent) };
    await insertExamples(school.db, example, [split(name)[0]]);
  }
  const [keep, drop] = ids;
  const { body } = await admin.call('POST', '/families/merge', { keep, drop });
  expect(body.code).toBe('merge-same-class');
});

const keeping = Object.entries(declared).flatMap(([name, column]) =>
  column.inUse && 'says' in column.inUse ? [[name, column, column.inUse.says] as const] : [],
);

test.each(keeping)('a row of %s keeps what an import brought', async (name, column, says) => {
  const of = await exampleOf(school, await school.signIn('student'));
  const [table] = split(name);
  await insertExamples(school.db, of);
  const subjects = [
    ...('learner' in column ? (['learner'] as const) : []),
    ...('account' in column && !('learner' in column) ? (['account'] as const) : []),
  ];
  for (const subject of subjects) {
    const ids = subject === 'account' ? [of.userid] : [of.learnerid, of.childid];
    const only = { [table]: { ...ROWS[table as keyof typeof ROWS], columns: { [split(name)[1]]: column } } };
    const found = await transact(school.db, (tx) =>
      findInUse(tx, subject, { rows: only as unknown as typeof ROWS, ids, now: school.clock.now }),
    );
    expect([...found.values()]).toContain(t(says));
  }
});

const going = Object.entries(declared).flatMap(([name, column]) =>
  column.inUse && 'goes' in column.inUse ? [name] : [],
);

test.each(going)('a row of %s keeps no learner of an import', async (name) => {
  const of = await exampleOf(school, await school.signIn('student'));
  // What is wished for is an instrument.
  await insertExamples(school.db, of, ['instruments', split(name)[0]]);
  const { numDeletedRows } = await school.db
    .deleteFrom('learners')
    .where('_id', '=', of.learnerid)
    .executeTakeFirstOrThrow();
  expect(numDeletedRows).toBe(1n);
});
