import { statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { sqliteDialect } from '#server/database/dialects/sqlite.ts';
import { isMigrated, OpenError, openPatientPostgres } from '#server/database/open.ts';
import { type AllTables, TABLES } from '#server/database/tables.ts';
import { GuardedKysely } from '#server/database/transact.ts';

/*
 * Records of a school that may be running on them: for commands, which take no lock that it needs.
 */

export type Dialect = 'sqlite' | 'postgres';
export type OpenBeside = { db: Kysely<AllTables>; dialect: Dialect; close(): Promise<void> };
/** As the configuration says it. */
type Where = { databaseUrl?: { reveal(): string } | undefined; dataDir: string };

/** How long a command waits for a lock of the school. */
const PATIENCE_MS = 5000;

/**
 * All that the records say at one moment, for reading alone, while others go on writing. Throws `OpenError`
 * where there are none.
 */
export async function openSnapshot({ databaseUrl, dataDir }: Where): Promise<OpenBeside> {
  if (!databaseUrl) return openSqliteSnapshot(join(dataDir, 'cadenza.sqlite'));
  const pool = openPatientPostgres<AllTables>(databaseUrl.reveal());
  try {
    const started = pool.startTransaction().setIsolationLevel('repeatable read').setAccessMode('read only');
    const db = await started.execute();
    const close = async () => {
      await db.rollback().execute();
      await pool.destroy();
    };
    return { db, dialect: 'postgres', close };
  } catch (error) {
    await pool.destroy();
    throw error;
  }
}

/** The same of one SQLite file, whichever school's it is. */
export function openSqliteSnapshot(file: string): OpenBeside {
  const sqlite = openFile(file, { readOnly: true });
  try {
    sqlite.exec('PRAGMA busy_timeout=5000; BEGIN');
    // A transaction sees what was there when it first read.
    sqlite.prepare('select count(*) from sqlite_schema').get();
  } catch (error) {
    sqlite.close();
    throw new OpenError(`${file} cannot be read (${(error as Error).message}).`);
  }
  const db = new Kysely<AllTables>({ dialect: sqliteDialect(sqlite) });
  return { db, dialect: 'sqlite', close: () => db.destroy() };
}

/**
 * The records for a few short transactions. A commit waits for the disk. Throws `OpenError` where there are
 * none, or where a start has to bring them up to date first.
 */
export async function openBeside({ databaseUrl, dataDir }: Where): Promise<OpenBeside> {
  const opened = databaseUrl
    ? { db: openPatientPostgres<AllTables>(databaseUrl.reveal()), dialect: 'postgres' as const }
    : { db: openSqliteBeside(join(dataDir, 'cadenza.sqlite')), dialect: 'sqlite' as const };
  try {
    for (const owner of TABLES) {
      if (await isMigrated(opened.db, owner)) continue;
      throw new OpenError(
        'These records are not those of this version. Start the school once, which brings them up to date.',
      );
    }
    return { ...opened, close: () => opened.db.destroy() };
  } catch (error) {
    await opened.db.destroy();
    throw error;
  }
}

function openSqliteBeside(file: string): Kysely<AllTables> {
  const sqlite = openFile(file, { readOnly: false });
  sqlite.exec('PRAGMA synchronous=full; PRAGMA foreign_keys=on');
  // SQLite's own wait for a lock would hold this thread, and with it a school that runs in it.
  return new GuardedKysely<AllTables>({ dialect: sqliteDialect(sqlite, undefined, PATIENCE_MS) });
}

function openFile(file: string, options: { readOnly: boolean }): DatabaseSync {
  // SQLite would make a missing one.
  if (!statSync(file, { throwIfNoEntry: false })?.size)
    throw new OpenError(`There is no school in ${file}. Set DATA_DIR or DATABASE_URL to where it is.`);
  try {
    return new DatabaseSync(file, options);
  } catch (error) {
    throw new OpenError(`${file} cannot be opened (${(error as Error).message}).`);
  }
}
