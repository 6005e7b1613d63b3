import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from '#server/config/config.ts';
import { prepareSchool } from '#server/prepare-school.ts';
import { openSchool } from '#server/school.ts';
import { makePostgresDatabase } from '#tests/support/database.ts';
import { findDifferences } from '#tests/support/reconcile.ts';

/** Starts as many processes' worth of demo schools at once on one new database, and counts what they made. */
async function startAtOnce(count: number) {
  const folder = mkdtempSync(join(tmpdir(), 'cadenza-first-'));
  const databaseUrl = await makePostgresDatabase();
  const config = readConfig({ DATA_DIR: folder, DATABASE_URL: databaseUrl, LOG_LEVEL: 'silent' });
  const schools = await Promise.all(
    Array.from({ length: count }, async () => {
      const school = await openSchool(config);
      await school.alone(() => prepareSchool(config, school));
      return school;
    }),
  );
  const { db } = schools[0] as (typeof schools)[0];
  const made: Record<string, number> = {};
  for (const table of [
    'users',
    'classes',
    'orders',
    'enrolments',
    'ledger',
    'changes',
    'blogs',
    'school',
    'facts',
  ] as const)
    made[table] = (await db.selectFrom(table).selectAll().execute()).length;
  const accounts = await db
    .selectFrom('identity_accounts' as never)
    .selectAll()
    .execute();
  const wrong = await findDifferences(db, db);
  await Promise.all(schools.map((school) => school.close()));
  rmSync(folder, { recursive: true, force: true });
  return { ...made, accounts: accounts.length, wrong };
}

test('three first starts at once make one demo school', async () => {
  const one = await startAtOnce(1);
  expect(one.wrong).toEqual([]);
  expect(await startAtOnce(3)).toEqual(one);
});
