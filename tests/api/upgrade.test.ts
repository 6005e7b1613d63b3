import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type OpenDatabase, openPostgres, openSqlite } from '#server/database/open.ts';
import type { Database } from '#server/database/schema.ts';
import { makePostgresDatabase } from '#tests/support/database.ts';
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

beforeAll(async () => {
  school = await openTestSchool({ records: await openRecords() });
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

const countBy = async (table: 'orders' | 'waitlist') => {
  const rows = await school.db.selectFrom(table).select('state').execute();
  return Object.fromEntries(
    Object.entries(Object.groupBy(rows, ({ state }) => state)).map(([state, some]) => [state, some?.length]),
  );
};

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
