import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { type OpenDatabase, openPostgres, openSqliteInMemory } from '#server/database/open.ts';
import type { Database } from '#server/database/schema.ts';

/** Makes an empty database in the tests' cluster, or in another, and gives its URL. */
export async function makePostgresDatabase(url: string = inject('postgresUrl')): Promise<string> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  const client = new pg.Client(`${url}/postgres`);
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  return `${url}/${name}`;
}

/** An empty database of the kind that this run of the tests is about. */
export async function openTestDatabase(): Promise<OpenDatabase<Database>> {
  if (inject('dialect') === 'sqlite') return openSqliteInMemory<Database>();
  return openPostgres<Database>(await makePostgresDatabase(), { onCut: () => {} });
}
