import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { newId } from '#server/database/ids.ts';
import { everyRowOf } from '#tests/support/every-row.ts';
import { enrol } from '#tests/support/pay.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';
import type { Merged, PersonColumn } from './feature.ts';
import { ROWS } from './rows.ts';
import { insertEntry } from './waitlist/queries.ts';

let school: TestSchool;
let admin: Person;
beforeAll(async () => {
  school = await openTestSchool();
  admin = await school.signIn('admin');
});
afterAll(() => school.close());

/** Of the embedded services, which know accounts of their own, and of migrations. */
const OTHERS = /^(identity|cards|images)(_|$)|_migrations(_lock)?$/;
/** What a column is called that holds the id of an account or a learner, also where nothing in the database refers to it. */
const NAMES_PEOPLE =
  /^(learner|user|owner|author|actor|by|teacher|instructor|kept|dropped|subject|(?<!g)from|to)id$/;

const declared: Record<string, PersonColumn> = Object.fromEntries(
  Object.entries(ROWS).flatMap(([table, { columns = {} }]) =>
    Object.entries<PersonColumn>(columns).map(([column, one]) => [`${table}.${column}`, one]),
  ),
);

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

async function findColumns(): Promise<string[]> {
  const tables = await school.db.introspection.getTables();
  return tables
    .filter(({ name }) => !OTHERS.test(name))
    .flatMap(({ name, columns }) => columns.map((column) => `${name}.${column.name}`));
}

test('a column that names an account or a learner says what a merge does with it', async () => {
  const referring = await findReferring();
  expect(referring.size).toBeGreaterThan(20);
  const naming = (await findColumns()).filter(
    (name) => referring.has(name) || NAMES_PEOPLE.test(name.split('.')[1] ?? ''),
  );
  expect(naming.filter((name) => !declared[name])).toEqual([]);
});

test('no column is declared that does not exist', async () => {
  expect(await findColumns()).toEqual(expect.arrayContaining(Object.keys(declared)));
});

/** What goes with a learner whose import is undone: the log refers to none, and what was confirmed is of its own lessons. */
const GOES = ['changes.before', 'changes.learnerid', 'confirmedclashes.learnerid'];

// Of accounts only those go to which there was never a sign-in: what a caller writes is not there.
test('a column that names a learner whom an import brought keeps the learner, or its rows go along', () => {
  const silent = Object.entries(declared).filter(([, one]) => 'learner' in one && !one.inUse);
  expect(silent.map(([name]) => name).sort()).toEqual(GOES);
});

const mergedOf = (column: PersonColumn): Merged => ('learner' in column ? column.learner : column.account);
const moving = Object.keys(declared).filter((name) => {
  const merged = mergedOf(declared[name] as PersonColumn);
  return typeof merged === 'string' || 'merging' in merged;
});

/** Two accounts, the one to be dropped with a row in each column that moves; gives it. */
async function fill(): Promise<{ keep: Person; drop: Person }> {
  const { db } = school;
  const [keep, drop, third] = [
    await school.signIn('student'),
    await school.signIn('student'),
    await school.signIn('student'),
  ];
  const classes = [];
  for (const classname of ['Cello', 'Oboe', 'Piano', 'Harp'])
    classes.push(await school.addClass({ classname }));
  const [cello, oboe, piano, harp] = classes.map(({ _id }) => _id) as [string, string, string, string];
  await enrol(school, drop, cello);
  await drop.call('POST', '/select/class/', { classid: piano, email: drop.email });
  await insertEntry(db, { learnerid: drop.learnerid, classid: harp, now: school.clock.now });

  // A place that was moved from the account itself to a child of it: the log names both.
  const child = newId(school.clock.now);
  await db
    .insertInto('learners')
    .values({
      ...{ _id: child, userid: drop.user._id, self: 0, firstname: 'Mika', lastname: 'Ito', born: null },
      ...{ leftat: null, createdat: school.clock.now },
    })
    .execute();
  const { body } = await admin.call('POST', '/enrolments', {
    ...{ classid: oboe, learnerid: drop.learnerid, pay: 'cash' },
  });
  const moved = await admin.call('PUT', `/enrolments/${body.insertedId}/learner`, { learnerid: child });
  expect(moved.status).toBe(200);
  // Take-overs that the account gave and accepted, which can be taken back.
  const taken = { firstname: 'Mika', lastname: 'Ito', until: school.clock.now + 1e9, createdat: 1 };
  await db
    .insertInto('takeovers')
    .values([
      { ...taken, _id: newId(1), learnerid: third.learnerid, fromid: drop.user._id, toid: third.user._id },
      { ...taken, _id: newId(1), learnerid: child, fromid: third.user._id, toid: drop.user._id },
    ])
    .execute();
  return { keep, drop };
}

/** How many rows of each column that moves name an account or its learner. */
async function countRows({ user, learnerid }: Person): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const name of moving) {
    const [table = '', column = ''] = name.split('.');
    const id = 'learner' in (declared[name] as PersonColumn) ? learnerid : user._id;
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}
      where ${sql.ref(column)} = ${id}`.execute(school.db);
    counts[name] = Number(rows[0]?.count);
  }
  return counts;
}

test('what moves is the kept account’s after a merge, and where it was once that is undone', async () => {
  const { keep, drop } = await fill();
  const readAll = await everyRowOf(school.db);
  const [had, before] = [await countRows(drop), await readAll()];
  // A feature whose rows move adds one to those above.
  expect(Object.keys(had).filter((name) => had[name] === 0)).toEqual([]);

  const merged = await admin.call('POST', '/families/merge', { keep: keep.user._id, drop: drop.user._id });
  expect(merged.status).toBe(200);
  const after = await countRows(drop);
  expect(Object.keys(after).filter((name) => after[name] !== 0)).toEqual([]);
  const got = await countRows(keep);
  expect(Object.keys(got).filter((name) => (got[name] ?? 0) < (had[name] ?? 0))).toEqual([]);

  expect((await admin.call('DELETE', `/families/merge/${merged.body.insertedId}`)).status).toBe(200);
  // Not put back are what a merge writes of itself, and the devices that it signed out.
  const told = /^(merges|changes|mails|signins|settings|contentversions|webhookmessages)$/;
  const rowsOf = (text: string) =>
    (JSON.parse(text) as { name: string; rows: string }[]).filter(({ name }) => !told.test(name));
  expect(rowsOf(await readAll())).toEqual(rowsOf(before));
  expect(await countRows(drop)).toEqual(had);
});
