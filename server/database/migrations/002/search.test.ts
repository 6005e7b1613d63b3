import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { schoolTables } from '#server/database/migrations/index.ts';
import { migrate, openPostgres } from '#server/database/open.ts';
import { makePostgresDatabase } from '#tests/support/database.ts';

/** Runs every migration in a new database as the role `name`; gives the indexes of parts of words. */
async function migrateAs(name: string): Promise<string[]> {
  const url = await makePostgresDatabase();
  const owner = new pg.Client(url);
  await owner.connect();
  await owner.query(
    `do $$ begin create role ${name} login; exception when duplicate_object then null; end $$`,
  );
  await owner.query(`grant all on schema public to ${name}`);
  const address = new URL(url);
  address.username = name;
  const { db, close } = openPostgres(address.href, { max: 2, onCut: () => {} });
  try {
    await migrate(db, schoolTables);
    const indexes = await owner.query<{ indexname: string }>(
      `select indexname from pg_indexes where indexname like '%_parts' order by indexname`,
    );
    return indexes.rows.map(({ indexname }) => indexname);
  } finally {
    await close();
    await owner.end();
  }
}

const isPostgres = inject('dialect') === 'postgres';

test.runIf(isPostgres)('the owner of a database has indexes of parts of words', async () => {
  expect(await migrateAs('cadenza')).toEqual([
    'blogs_parts',
    'classes_parts',
    'learners_parts',
    'users_parts',
  ]);
});

test.runIf(isPostgres)('a role that may not add an extension has the tables without them', async () => {
  expect(await migrateAs('stranger')).toEqual([]);
});
