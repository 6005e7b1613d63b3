import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Kysely } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type OpenDatabase, openPostgres, openSqlite } from '#server/database/open.ts';
import type { Database } from '#server/database/schema.ts';
import { makePostgresDatabase } from '#tests/support/database.ts';
import { type OldRow, readRows } from '#tests/support/old-tables.ts';
import { findDifferences } from '#tests/support/reconcile.ts';
import { openTestSchool, type TestSchool } from '#tests/support/school.ts';

/* Records that version 0.1.0 wrote, opened by the code of today. */

const FIXTURES = join(import.meta.dirname, '..', 'fixtures', 'school-0.1.0');
const HOUR_MS = 60 * 60_000;
const read = (name: string) => gunzipSync(readFileSync(join(FIXTURES, name)));

const folder = mkdtempSync(join(tmpdir(), 'cadenza-upgrade-'));
let school: TestSchool;

async function openRecords(): Promise<OpenDatabase<Database>> {
  if (inject('dialect') === 'sqlite') {
    writeFileSync(join(folder, 'cadenza.sqlite'), read('data.sqlite.gz'));
    return openSqlite<Database>(folder);
  }
  const url = await makePostgresDatabase();
  const client = new pg.Client(url);
  await client.connect();
  await client.query(read('postgres.sql.gz').toString());
  await client.end();
  return openPostgres<Database>(url, { onCut: () => {} });
}

type Dump = Record<string, OldRow[]>;

/** Every row of every table, whatever tables and columns there are. */
async function readAll(db: Kysely<Database>): Promise<Dump> {
  const dump: Dump = {};
  for (const { name } of await db.introspection.getTables()) {
    if (!/_migrations(_lock)?$/.test(name)) dump[name] = await readRows(db, name);
  }
  return dump;
}

let before: Dump;
let after: Dump;

beforeAll(async () => {
  const records = await openRecords();
  before = await readAll(records.db);
  school = await openTestSchool({ records, env: { SCHOOL_NAME: 'Old Reed', ENROLMENT_PRICE: '35' } });
  after = await readAll(records.db);
  const { last } = await school.db
    .selectFrom('orders')
    .select((of) => of.fn.max('updatedat').as('last'))
    .executeTakeFirstOrThrow();
  school.clock.now = last;
});
afterAll(async () => {
  await school.close();
  rmSync(folder, { recursive: true, force: true });
});

test('the school is what the environment says of it, at the first start alone', async () => {
  expect((await school.call('GET', '/school')).body).toMatchObject({
    name: 'Old Reed',
    enrolmentPrice: 35,
    languages: ['en'],
  });
  const row = await school.db.selectFrom('school').select(['name', 'version']).executeTakeFirst();
  expect(row).toEqual({ name: 'Old Reed', version: 1 });
});

const countBy = async (table: 'orders' | 'waitlist') => {
  const rows = await school.db.selectFrom(table).select('state').execute();
  return Object.fromEntries(
    Object.entries(Object.groupBy(rows, ({ state }) => state)).map(([state, some]) => [state, some?.length]),
  );
};

/**
 * A row of today with the columns that it had, and in the place of ids the names and addresses that stood
 * there.
 */
function asItWas(table: string, row: OldRow): Record<string, unknown> {
  const accounts = new Map(after.users?.map((user) => [user._id, user]));
  const learners = new Map(after.learners?.map((learner) => [learner._id, learner]));
  if (table === 'classes') {
    const teacher = accounts.get(row.instructorid);
    return { ...row, instructoremail: teacher?.email, instructorname: teacher?.name };
  }
  if ('learnerid' in row) return { ...row, email: accounts.get(learners.get(row.learnerid)?.userid)?.email };
  return row;
}

/**
 * What migrations before had to put right: a mail that was due went to the outbox, counters say what the
 * enrolments do.
 */
const PUT_RIGHT: Record<string, string[]> = {
  waitlist: ['mailat'],
  classes: ['enrolledstudents', 'capacity'],
};
const RENAMED: Record<string, string> = { sessions: 'signins' };

const sorted = (rows: object[]) => rows.map((row) => JSON.stringify(row)).sort();

test('every row of every table is still there, with everybody where they were', () => {
  expect(Object.keys(before).length).toBeGreaterThan(20);
  for (const [table, rows] of Object.entries(before)) {
    const columns = Object.keys(rows[0] ?? {}).filter((column) => !PUT_RIGHT[table]?.includes(column));
    const pick = (row: Record<string, unknown>) =>
      Object.fromEntries(columns.map((column) => [column, row[column]]));
    const today = after[RENAMED[table] ?? table] ?? [];
    expect(sorted(today.map((row) => pick(asItWas(table, row)))), table).toEqual(sorted(rows.map(pick)));
  }
});

test('every account has one learner, and each order names the learner of the account that pays', () => {
  const { users = [], learners = [], orders = [] } = after;
  expect(learners).toHaveLength(users.length);
  expect(new Set(learners.map(({ userid }) => userid))).toEqual(new Set(users.map(({ _id }) => _id)));
  for (const { _id, userid, self, leftat } of learners) {
    expect([self, leftat]).toEqual([1, null]);
    expect(_id).not.toBe(userid);
  }
  const accountOf = new Map(learners.map(({ _id, userid }) => [_id, userid]));
  for (const { userid, learnerid } of orders) expect(userid).toBe(accountOf.get(learnerid));
});

test('a class counts the students that it has, and as many seats as were free or held', () => {
  const { classes = [], enrolments = [] } = after;
  for (const { _id, availableseat, heldseats, enrolledstudents, capacity } of classes) {
    const enrolled = enrolments.filter(({ classid }) => classid === _id).length;
    expect(enrolledstudents).toBe(enrolled);
    expect(capacity).toBe(Number(availableseat) + Number(heldseats) + enrolled);
  }
});

test('people find what was theirs: a hold, a place in line, selected and paid classes', async () => {
  const users = school.db.selectFrom('users').selectAll().where('email', '=', 'nadia@example.com');
  const nadia = await users.executeTakeFirstOrThrow();
  const person = await school.signInAs({ ...nadia, uid: String(nadia.uid) });
  const { body: waiting } = await person.call('GET', `/waitlist/${person.email}`);
  expect(waiting).toMatchObject([{ email: person.email, state: 'waiting' }]);
  const { body: selected } = await person.call('GET', `/selectedclass/${person.email}`);
  expect(selected.map(({ email }: { email: string }) => email)).toEqual([person.email, person.email]);
  const taught = { instructorname: 'Mateo Ibarrola', instructoremail: 'mateo@cadenza.example' };
  expect(selected).toContainEqual(expect.objectContaining({ result: [expect.objectContaining(taught)] }));
  const { body: enrolled } = await person.call('GET', `/enrolledclasses/${person.email}`);
  expect(enrolled).toMatchObject([{ result: [{ classname: 'Deleted with students in it' }] }]);
  const [held] = await school.db.selectFrom('orders').selectAll().where('state', '=', 'intent').execute();
  expect(held).toMatchObject({ userid: nadia._id, learnerid: person.learnerid });
});

test('every order and every place in line is still what it was', async () => {
  expect(await countBy('orders')).toEqual({
    enrolled: 27,
    expired: 1,
    intent: 1,
    refund_due: 1,
    refunded: 2,
  });
  expect(await countBy('waitlist')).toEqual({ offered: 1, waiting: 3 });
  expect((await school.call('GET', '/classes/all')).body).toContainEqual(
    expect.objectContaining({ classname: 'Cello with an uploaded picture', enrolledstudents: 1 }),
  );
});

test('what was under way is brought to its end, and the books are right', async () => {
  for (let hours = 0; hours < 5; hours++) {
    while ((await school.work()) > 0);
    school.clock.now += 25 * HOUR_MS;
  }
  while ((await school.work()) > 0);
  expect(await countBy('orders')).toEqual({ enrolled: 27, expired: 2, refunded: 3 });
  expect(await findDifferences(school.db, school.db)).toEqual([]);
});
