import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { migrate, openPostgres } from '#server/database/open.ts';
import { makePostgresDatabase } from '#tests/support/database.ts';
import { schoolTables } from './index.ts';

/** Runs every migration in a new database as somebody, and says which index of parts of names there is. */
async function migrateAs(name: string): Promise<unknown[]> {
  const url = await makePostgresDatabase();
  const owner = new pg.Client(url);
  await owner.connect();
  await owner.query(
    `do $$ begin create role ${name} login; exception when duplicate_object then null; end $$`,
  );
  await owner.query(`grant all on schema public to ${name}`);
  const somebody = new URL(url);
  somebody.username = name;
  const { db, close } = openPostgres(somebody.href, { max: 2, onCut: () => {} });
  try {
    await migrate(db, schoolTables);
    const indexes = await owner.query(`select indexname from pg_indexes where indexname = 'users_parts'`);
    return indexes.rows;
  } finally {
    await close();
    await owner.end();
  }
}

const isPostgres = inject('dialect') === 'postgres';

test.runIf(isPostgres)('the owner of a database has an index of parts of names', async () => {
  expect(await migrateAs('cadenza')).toEqual([{ indexname: 'users_parts' }]);
});

test.runIf(isPostgres)('who may not add an extension has the tables without it', async () => {
  expect(await migrateAs('stranger')).toEqual([]);
});
