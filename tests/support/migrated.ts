import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import { migrate, openPostgres, openSqliteInMemory } from '#server/database/open.ts';
import { type AllTables, TABLES } from '#server/database/tables.ts';

/*
 * Every table as the migrations make it, made once and copied for each school of the tests: to run all of
 * them takes far longer than to copy.
 */

async function migrateAll(db: Kysely<AllTables>) {
  for (const tables of TABLES) await migrate(db, tables);
}

/**
 * Makes a database of that name in a cluster, once, whichever process of the tests comes first; `fill` is
 * given its URL.
 */
export async function makeOnce(
  cluster: string,
  name: string,
  { template = 'template1', fill }: { template?: string; fill: (url: string) => Promise<void> },
): Promise<void> {
  const client = new pg.Client(`${cluster}/postgres`);
  await client.connect();
  await client.query('select pg_advisory_lock(hashtext($1))', [name]);
  const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
  if (!rowCount) {
    await client.query(`drop database if exists ${name}_making`);
    await client.query(`create database ${name}_making template ${template}`);
    await fill(`${cluster}/${name}_making`);
    await client.query(`alter database ${name}_making rename to ${name}`);
  }
  await client.end();
}

const MIGRATED = 'migrated';
const templates = new Map<string, Promise<void>>();

/** The name of a database in a cluster that others may be made from, with every table and no row. */
export async function migratedTemplate(cluster: string): Promise<string> {
  const fill = async (url: string) => {
    const { db, close } = openPostgres<AllTables>(url, { max: 1, onCut: () => {} });
    await migrateAll(db).finally(close);
  };
  const made = templates.get(cluster) ?? makeOnce(cluster, MIGRATED, { fill });
  templates.set(cluster, made);
  await made;
  return MIGRATED;
}

let records: Promise<Uint8Array> | undefined;

/** The same as the file of an SQLite database. */
export function migratedRecords(): Promise<Uint8Array> {
  records ??= makeRecords();
  return records;
}

async function makeRecords(): Promise<Uint8Array> {
  const folder = mkdtempSync(join(tmpdir(), 'cadenza-migrated-'));
  const file = join(folder, 'records');
  const { db, close } = openSqliteInMemory<AllTables>();
  try {
    await migrateAll(db);
    await sql`vacuum into ${file}`.execute(db);
    return readFileSync(file);
  } finally {
    await close();
    rmSync(folder, { recursive: true });
  }
}
