import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { inject } from 'vitest';
import { findContents } from '#server/admin/records/whole-tables.ts';
import { runAdmin } from '#server/admin/run.ts';
import { UMASK } from '#server/database/narrow-files.ts';
import { type OpenDatabase, openPostgres, openSqlite } from '#server/database/open.ts';
import type { AllTables } from '#server/database/tables.ts';
import { makePostgresDatabase } from './database.ts';
import { readRows } from './old-tables.ts';

export type Kind = 'sqlite' | 'postgres';
export type Place = Awaited<ReturnType<typeof makePlace>>;

/** The databases that the run of this test has: PostgreSQL's has both. */
export const KINDS: readonly Kind[] = inject('dialect') === 'postgres' ? ['sqlite', 'postgres'] : ['sqlite'];

// As in the programs that run the school and its commands.
process.umask(UMASK);

/**
 * Records of a kind, empty or in a data folder that is there already, where commands are run as an operator
 * would.
 */
export async function makePlace(kind: Kind, now: () => number = Date.now) {
  const folder = mkdtempSync(join(tmpdir(), 'cadenza-admin-'));
  const env: Record<string, string> = {
    DATA_DIR: folder,
    LOG_LEVEL: 'silent',
    RATE_LIMIT_FACTOR: '10',
    ...(kind === 'postgres' && { DATABASE_URL: await makePostgresDatabase() }),
  };
  const open = (): OpenDatabase<AllTables> =>
    env.DATABASE_URL ? openPostgres(env.DATABASE_URL, { onCut: () => {} }) : openSqlite(folder);
  return {
    kind,
    folder,
    env,
    file: (name: string) => join(folder, name),
    write: (name: string, bytes: Uint8Array) => writeFileSync(join(folder, name), bytes),
    open,
    /** Runs a command line; gives what it ends with and what it said. */
    async admin(...argv: string[]) {
      const said = { out: '', err: '' };
      const writer = (to: keyof typeof said) => (text: string) => {
        said[to] += text;
        return true;
      };
      const err = Object.assign(Object.create(process.stderr), { isTTY: false, write: writer('err') });
      const code = await runAdmin(argv, {
        env,
        now,
        version: '0.0.0-test',
        home: folder,
        out: { write: writer('out') },
        err,
      });
      return { code, ...said };
    },
    /** Looks into the records while no school runs on them. */
    async records<T>(look: (opened: OpenDatabase<AllTables>) => Promise<T>): Promise<T> {
      const opened = open();
      return look(opened).finally(opened.close);
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Every row of every table, in an order of its own. */
export async function readAll(records: OpenDatabase<AllTables>): Promise<Record<string, string[]>> {
  const all: Record<string, string[]> = {};
  for (const { name, columns } of await findContents(records)) {
    const rows = await readRows(records.db, name);
    all[name] = rows.map((row) => JSON.stringify(columns.toSorted().map((column) => row[column]))).sort();
  }
  return all;
}

/** Tables whose rows PostgreSQL never counted (`reltuples` of pg_class): it plans for them as for empty ones. */
export async function findUncounted({ db }: Pick<OpenDatabase<AllTables>, 'db'>): Promise<unknown[]> {
  const { rows } = await sql`
    select relname from pg_class
    where relkind = 'r' and relnamespace = current_schema()::regnamespace and reltuples < 0`.execute(db);
  return rows;
}
