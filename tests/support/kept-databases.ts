import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, type Logger, sql } from 'kysely';
import { inject } from 'vitest';
import { type OpenDatabase, openPostgres } from '#server/database/open.ts';
import type { AllTables } from '#server/database/tables.ts';
import { makeMigratedDatabase } from './database.ts';

/*
 * PostgreSQL takes longer to make a database and to open connections to it than most tests take on it. A
 * database that a school of a test has closed is therefore emptied, and the next school of the same worker
 * gets it with its connections.
 */

type Kept = {
  opened: OpenDatabase<AllTables>;
  /** Where the statements of the school that has it go. */
  listener: { log: Logger };
  /** Leaves every table as the migrations made it. */
  empty: string;
  shape: string;
};

const left: Kept[] = [];

const IDLE_MS = 10_000;
/** What a test of many rows has filled is faster made anew than emptied. */
const BYTES_MAX = 40_000_000;

/** A database with every table and no row, whose statements `log` is notified of. */
export async function openKept(log: Logger): Promise<OpenDatabase<AllTables>> {
  const kept = left.pop() ?? (await make());
  kept.listener.log = log;
  const { opened } = kept;
  return {
    ...opened,
    // No other process is on it.
    alone: (work) => work(opened.db),
    close: async () => {
      if (await empty(kept)) left.push(kept);
      else await opened.close();
    },
  };
}

async function make(): Promise<Kept> {
  const listener: Kept['listener'] = { log: () => {} };
  const url = await makeMigratedDatabase(inject('postgresUrl'));
  const opened = openPostgres<AllTables>(url, { onCut: () => {}, log: (event) => listener.log(event) });
  return { opened, listener, empty: await emptyingOf(opened.db), shape: await shapeOf(opened.db) };
}

/**
 * False where the database cannot be used again: a test has changed its tables, or something of it goes on.
 */
async function empty({ opened, listener, empty, shape }: Kept): Promise<boolean> {
  listener.log = () => {};
  const until = Date.now() + IDLE_MS;
  while (opened.connections?.().used) {
    if (Date.now() > until) return false;
    await sleep(5);
  }
  try {
    if ((await shapeOf(opened.db)) !== shape) return false;
    await sql.raw(empty).execute(opened.db);
    return true;
  } catch {
    return false;
  }
}

/**
 * What differs once a table, a column, an index, a rule or a trigger was made, changed or dropped, or a table
 * has grown large.
 */
async function shapeOf(db: Kysely<AllTables>): Promise<string> {
  const { rows } = await sql<{ shape: string }>`
    select concat_ws(' ', (select max(oid::bigint) || ' ' || count(*) from pg_class),
      (select count(*) from pg_attribute where attnum > 0), (select count(*) from pg_constraint),
      (select max(oid::bigint) || ' ' || count(*) from pg_trigger), (select count(*) from pg_proc),
      pg_database_size(current_database()) > ${sql.lit(BYTES_MAX)}) as shape`.execute(db);
  return rows[0]?.shape ?? '';
}

/**
 * One statement that empties every table, and puts back the few rows that migrations made. Rules between
 * tables wait meanwhile.
 */
async function emptyingOf(db: Kysely<AllTables>): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = current_schema()`.execute(db);
  const statements: string[] = [];
  for (const { name } of tables) {
    const table = `"${name}"`;
    const { rows } = await sql<{ rows: string | null }>`
      select json_agg(t)::text as rows from ${sql.table(name)} as t`.execute(db);
    statements.push(`delete from ${table};`);
    const made = rows[0]?.rows;
    if (made)
      statements.push(
        `insert into ${table} select * from json_populate_recordset(null::${table}, '${made.replaceAll("'", "''")}');`,
      );
  }
  return `do $empty$ begin set local session_replication_role = replica; ${statements.join('\n')} end $empty$`;
}
