import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { readConfig } from '#server/config/config.ts';
import { type OpenDatabase, openPostgres } from '#server/database/open.ts';
import type { AllTables } from '#server/database/tables.ts';
import { prepareSchool } from '#server/prepare-school.ts';
import { openSchool } from '#server/school.ts';
import { makePostgresDatabase } from '#tests/support/database.ts';
import { enrol } from '#tests/support/pay.ts';
import { startPgBouncer } from '#tests/support/pgbouncer.ts';
import { report } from '#tests/support/proof.ts';
import { findDifferences } from '#tests/support/reconcile.ts';
import { openTestSchool, type TestSchool } from '#tests/support/school.ts';

/*
 * Behind PgBouncer in transaction mode, where two transactions of one client meet two connections of the
 * server: no session holds anything.
 */

/** How many students there are for each that a checkpoint has. */
const ROUNDS = Number(process.env.FAULT_ROUNDS ?? 1);
const STUDENTS = 8 * ROUNDS;
const SEATS = 5 * ROUNDS;
const WAIT = { timeout: 30_000, interval: 50 };
const folder = mkdtempSync(join(tmpdir(), 'cadenza-pooled-'));
let bouncer: Awaited<ReturnType<typeof startPgBouncer>>;
let pooled: string;
let direct: OpenDatabase<AllTables>;

beforeAll(async () => {
  bouncer = await startPgBouncer(inject('postgresUrl'));
  const url = await makePostgresDatabase();
  pooled = `${bouncer.url}${new URL(url).pathname}`;
  direct = openPostgres<AllTables>(url, { onCut: () => {} });
});
afterAll(async () => {
  await direct.close();
  await bouncer.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('three first starts at once make one school', async () => {
  const config = readConfig({ DATA_DIR: folder, DATABASE_URL: pooled, LOG_LEVEL: 'silent' });
  const schools = await Promise.all(
    [1, 2, 3].map(async () => {
      const school = await openSchool(config);
      await school.alone(() => prepareSchool(config, school));
      return school;
    }),
  );
  const admins = direct.db.selectFrom('users').select('_id').where('role', '=', 'admin');
  const made = await admins.execute();
  report({ 'first starts at once': schools.length, 'schools they made': made.length });
  expect(made).toHaveLength(1);
  await Promise.all(schools.map((school) => school.close()));
});

test('no session is left with anything: no lock, no prepared statement', async () => {
  const locks = await sql`select 1 from pg_locks where locktype = 'advisory'
    and database = (select oid from pg_database where datname = current_database())`.execute(direct.db);
  const statements: unknown[] = [];
  const through = openPostgres<AllTables>(pooled, { onCut: () => {} });
  for (let look = 0; look < 10; look++)
    statements.push(...(await sql`select name from pg_prepared_statements`.execute(through.db)).rows);
  await through.close();
  report({ 'locks and prepared statements left in sessions': locks.rows.length + statements.length });
  expect(locks.rows).toEqual([]);
  expect(statements).toEqual([]);
});

test('seats are sold and given back, by calls and by jobs of two processes, and the books are right', async () => {
  const open = () => openTestSchool({ records: openPostgres<AllTables>(pooled, { onCut: () => {} }) });
  const schools: TestSchool[] = [await open(), await open()];
  const [one] = schools as [TestSchool, TestSchool];
  const students = await Promise.all(Array.from({ length: STUDENTS }, () => one.signIn('student')));
  const { _id } = await one.addClass({ availableseat: SEATS });
  const outcomes = await Promise.allSettled(students.map((student) => enrol(one, student, _id)));
  const enrolled = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? outcome.value : []));
  const first = students[outcomes.findIndex(({ status }) => status === 'fulfilled')];
  expect((await first?.call('POST', `/enrolments/${enrolled[0]?.enrolment}/cancel`))?.status).toBe(200);
  for (const school of schools) school.clock.now += 60 * 60_000;
  while ((await Promise.all(schools.map(({ work }) => work()))).some(Boolean));
  const differences = await findDifferences(one.db, one.db);
  report({
    [`students who wanted one of ${SEATS} seats`]: STUDENTS,
    'of them enrolled': enrolled.length,
    'differences in the books': differences.length,
  });
  expect(enrolled).toHaveLength(SEATS);
  expect(differences).toEqual([]);
  for (const school of schools) await school.close();
});

test('signals cross by DATABASE_DIRECT_URL; without it the log says once that they do not', async () => {
  const near = openPostgres<AllTables>(pooled, {
    directUrl: `${inject('postgresUrl')}${new URL(pooled).pathname}`,
    onCut: () => {},
  });
  const far = openPostgres<AllTables>(pooled, { onCut: () => {} });
  const hear = vi.fn();
  const warn = vi.fn();
  const listening = [
    near.signals?.listen({ name: 'near', hear, begin: () => {}, warn }),
    far.signals?.listen({ name: 'far', hear: () => {}, begin: () => {}, warn }),
  ];
  await vi.waitFor(() => expect(warn).toHaveBeenCalledTimes(1), WAIT);
  hear.mockClear();
  await far.signals?.send();
  await vi.waitFor(() => expect(hear).toHaveBeenCalled(), WAIT);
  // Who can be seen to live is seen by the others too; a connection of the pooler is nobody's.
  expect(await far.signals?.findNames()).toEqual(new Set(['near']));
  for (const one of listening) await one?.close();
  await near.close();
  await far.close();
});
