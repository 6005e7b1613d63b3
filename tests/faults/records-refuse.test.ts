import { mkdtempSync, renameSync, rmSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { OpenError, openSqlite } from '#server/database/open.ts';
import type { Database } from '#server/database/schema.ts';
import { loggerOf } from '#server/http/log-requests.ts';
import { confirmCard, enrol, record, start } from '#tests/support/pay.ts';
import { findDifferences } from '#tests/support/reconcile.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';

/* The embedded database is locked, full, read-only or gone while students enrol. */

let folder: string;
let file: string;
let school: TestSchool;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cadenza-records-'));
  file = join(folder, 'cadenza.sqlite');
  school = await openTestSchool({ records: openSqlite<Database>(folder) });
});
afterEach(async () => {
  await school.close();
  rmSync(folder, { recursive: true, force: true });
});

const refused = {
  status: 503,
  body: { code: 'database-unavailable' },
  headers: { 'retry-after': expect.anything() },
};
const newcomers = (count: number): Promise<Person[]> =>
  Promise.all(Array.from({ length: count }, () => school.signIn('student')));
const makeClass = async () => (await school.addClass({ availableseat: 1000 }))._id;

/** Everybody tries to enrol; gives the enrolments that were acknowledged and the calls that were not. */
async function rush(classid: string, students: readonly Person[]) {
  const acknowledged: string[] = [];
  const refusals: unknown[] = [];
  await Promise.all(
    students.map(async (student) => {
      const intent = await start(student, classid);
      if (intent.status !== 200) return void refusals.push(intent);
      const { status, id } = await confirmCard(school, intent.body.clientSecret);
      if (status !== 200) return;
      const recorded = await record(student, classid, id);
      if (recorded.status === 200) acknowledged.push(recorded.body.result.insertedId);
      else refusals.push(recorded);
    }),
  );
  return { acknowledged, refusals };
}

/**
 * Lets everything that is due be done, and looks whether all that was acknowledged is there and the books are
 * right.
 */
async function settleAndAudit(acknowledged: readonly string[]) {
  for (let hour = 0; hour < 3; hour++) {
    school.clock.now += 60 * 60_000;
    while ((await school.work()) > 0);
  }
  const kept = await school.db.selectFrom('enrolments').select('_id').execute();
  expect(acknowledged.filter((id) => !kept.some(({ _id }) => _id === id))).toEqual([]);

  expect(await findDifferences(school.db, school.db)).toEqual([]);
}

test('a lock that another program holds for a moment is waited for, while others are answered', async () => {
  const [student] = await newcomers(1);
  const classid = await makeClass();
  const other = new DatabaseSync(file);
  other.exec('BEGIN IMMEDIATE');
  const order: string[] = [];
  const waiting = start(student as Person, classid).then((answer) => {
    order.push('enrolling');
    return answer;
  });
  for (let look = 0; look < 5; look++) {
    await sleep(1);
    await school.app.inject('/healthz');
  }
  order.push('others');
  other.exec('COMMIT');
  expect((await waiting).status).toBe(200);
  expect(order).toEqual(['others', 'enrolling']);
  other.close();
});

test('records that stay locked are 503, and what was acknowledged before and after is kept', async () => {
  const students = await newcomers(12);
  const classid = await makeClass();
  const before = await rush(classid, students.slice(0, 4));
  expect(before.refusals).toEqual([]);
  const other = new DatabaseSync(file);
  other.exec('BEGIN IMMEDIATE');
  const during = await rush(classid, students.slice(4, 8));
  expect(during.acknowledged).toEqual([]);
  expect(during.refusals).toHaveLength(4);
  for (const refusal of during.refusals) expect(refusal).toMatchObject(refused);
  // Reading is not locked.
  expect((await school.call('GET', '/classes/all')).status).toBe(200);
  other.exec('COMMIT');
  other.close();
  const after = await rush(classid, students.slice(4));
  expect(after.refusals).toEqual([]);
  await settleAndAudit([...before.acknowledged, ...after.acknowledged]);
});

test('full records are 503, and heal when there is room again', async () => {
  const classid = await makeClass();
  const students = await newcomers(60);
  const setPages = (count: number) => sql`PRAGMA max_page_count=${sql.lit(count)}`.execute(school.db);
  const used = await sql<{ page_count: number }>`PRAGMA page_count`.execute(school.db);
  await setPages((used.rows[0]?.page_count ?? 0) + 12);
  const during = await rush(classid, students);
  expect(during.refusals.length).toBeGreaterThan(0);
  for (const refusal of during.refusals) expect(refusal).toMatchObject({ status: 503 });
  await setPages(100_000);
  const after = await rush(classid, await newcomers(3));
  expect(after.refusals).toEqual([]);
  await settleAndAudit([...during.acknowledged, ...after.acknowledged]);
});

test('records that can only be read are 503 to whoever writes, and heal', async () => {
  const [student] = (await newcomers(1)) as [Person];
  const classid = await makeClass();
  const isReady = async () => {
    school.clock.now += 3000;
    return (await school.app.inject('/readyz')).statusCode;
  };
  expect(await isReady()).toBe(200);
  await sql`PRAGMA query_only=on`.execute(school.db);
  expect(await isReady()).toBe(503);
  expect(await start(student, classid)).toMatchObject(refused);
  expect((await school.call('GET', '/classes/all')).status).toBe(200);
  await sql`PRAGMA query_only=off`.execute(school.db);
  expect(await isReady()).toBe(200);
  const { enrolment } = await enrol(school, student, classid);
  await settleAndAudit([enrolment]);
});

/** What a school with a log of its own has written at level 50, and what it said of the end of an outage. */
async function openLogged() {
  const lines: { level: number; msg: string; err?: { stack: string }; unwritten?: number; since?: string }[] =
    [];
  const stream = { write: (line: string) => void lines.push(JSON.parse(line)) };
  const kept = mkdtempSync(join(tmpdir(), 'cadenza-records-'));
  const logged = await openTestSchool({
    env: { METRICS_PORT: '0' },
    records: openSqlite<Database>(kept),
    logger: loggerOf({ logLevel: 'warn' }, stream),
  });
  const failedWrites = async () =>
    Number(/^cadenza_database_writes_failed_total (\d+)/m.exec(await logged.metrics())?.[1]);
  const close = async () => {
    await logged.close();
    rmSync(kept, { recursive: true, force: true });
  };
  return { logged, lines, failedWrites, close };
}

test('records that can only be read make one line of the log, however many calls they refuse, and one when it is over', async () => {
  const { logged, lines, failedWrites, close } = await openLogged();
  const student = await logged.signIn('student');
  const { _id: classid } = await logged.addClass({ availableseat: 100 });
  await logged.work();
  const ready = async () => (await logged.app.inject('/readyz')).statusCode;
  const begun = async () => (await start(student, classid)).status;
  expect(await ready()).toBe(200);
  expect(await failedWrites()).toBe(0);

  logged.clock.now += 5000;
  const since = new Date(logged.clock.now).toISOString();
  await sql`PRAGMA query_only=on`.execute(logged.db);
  for (let time = 0; time < 5; time++) expect(await begun()).toBe(503);
  expect(await ready()).toBe(503);
  expect((await logged.call('GET', '/classes/all')).status).toBe(200);
  // A piece of work that fails is the end of a turn here.
  await expect(logged.work()).rejects.toThrow('readonly');
  // Five calls, the readiness probe, and the school's own.
  expect(await failedWrites()).toBe(7);
  expect(lines).toMatchObject([{ level: 50, err: { stack: expect.any(String) } }]);

  logged.clock.now += 5000;
  await sql`PRAGMA query_only=off`.execute(logged.db);
  await logged.work();
  const over = { level: 40, msg: 'The database can be written again.', since, unwritten: 5 };
  expect(lines.slice(1)).toMatchObject([over]);
  expect([await ready(), await begun()]).toEqual([200, 200]);
  await logged.work();
  expect(lines).toHaveLength(2);
  expect(await failedWrites()).toBe(7);
  await close();
});

test('records deleted under a running school are 503, and heal when they are put back', async () => {
  const [student] = (await newcomers(1)) as [Person];
  const classid = await makeClass();
  renameSync(file, `${file}.elsewhere`);
  expect(await start(student, classid)).toMatchObject(refused);
  expect((await school.app.inject('/readyz')).statusCode).toBe(503);
  renameSync(`${file}.elsewhere`, file);
  expect((await start(student, classid)).status).toBe(200);
});

test.each([
  ['deleted', () => rmSync(file)],
  ['emptied', () => truncateSync(file, 0)],
  [
    'deleted with all that lay beside them',
    () => {
      for (const end of ['', '-wal', '-shm']) rmSync(file + end, { force: true });
    },
  ],
])('a school whose records were %s does not start as a new one', async (_, lose) => {
  await school.close();
  lose();
  expect(() => openSqlite(folder)).toThrow(OpenError);
  expect(() => openSqlite(folder)).toThrow(/are gone/);
  expect(statSync(file, { throwIfNoEntry: false })?.size ?? 0).toBe(0);
});

test('records of which only what was written last is left are not thrown away', async () => {
  const fresh = mkdtempSync(join(tmpdir(), 'cadenza-records-'));
  renameSync(`${file}-wal`, join(fresh, 'cadenza.sqlite-wal'));
  expect(() => openSqlite(fresh)).toThrow(/are gone/);
  expect(statSync(join(fresh, 'cadenza.sqlite-wal')).size).toBeGreaterThan(0);
  renameSync(join(fresh, 'cadenza.sqlite-wal'), `${file}-wal`);
  rmSync(fresh, { recursive: true });
});
