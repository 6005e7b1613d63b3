import { closeSync, existsSync, fdatasync as fdatasyncThen, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type Kysely, type Logger, PostgresAdapter, sql } from 'kysely';
import { type MigrationProvider, Migrator } from 'kysely/migration';
import type pg from 'pg';
import { postgresDialect } from './dialects/postgres.ts';
import { type RecordsFile, sqliteDialect } from './dialects/sqlite.ts';
import { postgresSignals, type Signals } from './processes/signals.ts';
import type { Db } from './schema.ts';
import { GuardedKysely } from './transact.ts';

const fdatasync = promisify(fdatasyncThen);
const SQLITE_BUSY = 5;
const LOOK_AGAIN_MS = 100;
const STAY_MS = 5000;

/** Why the school's records cannot be opened, as one sentence for anyone who started it. */
export class OpenError extends Error {
  override name = 'OpenError';
}

/** Is notified of every statement. */
type Logged = { log?: Logger };

export type OpenDatabase<DB> = {
  db: Kysely<DB>;
  dialect: 'sqlite' | 'postgres';
  /**
   * Runs `work` while no other process on this database does the same; it is given the database without
   * limits of time, for a statement that rebuilds a table.
   */
  alone<T>(work: (patient: Kysely<DB>) => Promise<T>): Promise<T>;
  /** How many connections there are, of a database that has several. */
  connections?: () => { used: number; idle: number; waiting: number };
  /** Absent where no other process can be on this database. */
  signals?: Signals;
  close(): Promise<void>;
};

/**
 * Opens SQLite in `folder` (made when missing). One process per folder: a lock held by the kernel for the
 * process's life, freed by any death of it. Throws `OpenError` when the folder is in use or cannot be
 * written, or when the records it held are gone.
 */
export function openSqlite<DB>(folder: string, { log }: Logged = {}): OpenDatabase<DB> {
  const lock = lockFolder(folder);
  const file = join(folder, 'cadenza.sqlite');
  try {
    checkRecords(folder, { file, isMarked: readMark(lock) });
    const sqlite = openRecords(file);
    try {
      // The lock stays: its locking mode holds it through the end of a transaction.
      if (!readMark(lock)) lock.exec(`PRAGMA user_version=${MARK}; COMMIT; BEGIN EXCLUSIVE`);
      const opened = wrapSqlite<DB>(sqlite, { file: recordsFile(file), log });
      return {
        ...opened,
        close: async () => {
          await opened.close();
          if (lock.isOpen) lock.close();
        },
      };
    } catch (error) {
      sqlite.close();
      throw error;
    }
  } catch (error) {
    lock.close();
    if (error instanceof OpenError) throw error;
    throw new OpenError(
      `The records in ${folder} cannot be read (${(error as Error).message}). Nothing was changed.`,
    );
  }
}

/**
 * Takes the lock of a data folder (made when missing) until it is closed. Throws `OpenError` when a process has
 * it, or the folder cannot be written.
 */
export function lockFolder(folder: string): DatabaseSync {
  let lock: DatabaseSync;
  try {
    makeFolder(folder);
    lock = new DatabaseSync(join(folder, 'cadenza.lock'));
  } catch {
    throw new OpenError(
      `The data folder ${folder} cannot be written. Give this user the right to, or set DATA_DIR.`,
    );
  }
  try {
    lock.exec('PRAGMA locking_mode=EXCLUSIVE; BEGIN EXCLUSIVE');
    return lock;
  } catch (error) {
    lock.close();
    throw lockFault(folder, error);
  }
}

/** One folder at a time: with `recursive`, Node loops for ever where the system makes none, as in `/proc`. */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  mkdirSync(folder);
}

/**
 * Written into the lock's own file once the folder holds records, so that a folder that has lost them is no
 * new one.
 */
const MARK = 1;
const readMark = (lock: DatabaseSync) => lock.prepare('PRAGMA user_version').get()?.user_version === MARK;

const sizeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

/** SQLite would begin a missing or empty file again, and throw away what lies beside it. */
function checkRecords(folder: string, { file, isMarked }: { file: string; isMarked: boolean }) {
  if (sizeOf(file) > 0 || (!isMarked && sizeOf(`${file}-wal`) === 0)) return;
  throw new OpenError(
    `The records in ${folder} are gone: cadenza.sqlite is missing or empty. Put it back from a backup; to begin a new school, set DATA_DIR to an empty folder. Nothing was changed.`,
  );
}

/**
 * `normal` leaves out that a commit waits for the disk, and nothing else: the driver waits for it. The log is
 * copied into the records when it has 16 MB: what changes often is copied once.
 */
function openRecords(file: string): DatabaseSync {
  const sqlite = new DatabaseSync(file);
  try {
    sqlite.exec(
      'PRAGMA busy_timeout=5000; PRAGMA journal_mode=wal; PRAGMA synchronous=normal; PRAGMA foreign_keys=on; PRAGMA wal_autocheckpoint=4000; PRAGMA busy_timeout=0',
    );
    return sqlite;
  } catch (error) {
    sqlite.close();
    throw error;
  }
}

function recordsFile(file: string): RecordsFile & { close(): void } {
  const { dev, ino } = statSync(file);
  let log: number | undefined;
  return {
    /** The one that lies there now, and not empty: what is written to another is lost. */
    isThere: () => {
      const now = statSync(file, { throwIfNoEntry: false });
      return now !== undefined && now.ino === ino && now.dev === dev && now.size > 0;
    },
    /**
     * Commits go to the write-ahead log, which SQLite keeps for as long as it is open; it syncs the records
     * themselves.
     */
    sync: () => {
      log ??= openSync(`${file}-wal`, 'r+');
      return fdatasync(log);
    },
    close: () => {
      if (log !== undefined) closeSync(log);
      log = undefined;
    },
  };
}

function lockFault(folder: string, error: unknown): OpenError {
  const isTaken = (error as { errcode?: number }).errcode === SQLITE_BUSY;
  if (isTaken)
    return new OpenError(`Another process already uses the data folder ${folder}. Stop it, or set DATA_DIR.`);
  return new OpenError(
    `The data folder ${folder} cannot be written. Give this user the right to, or set DATA_DIR.`,
  );
}

/** A database in memory, for tests: gone when closed. `from`: the file of another, which it begins as. */
export function openSqliteInMemory<DB>({ from, log }: Logged & { from?: Uint8Array } = {}): OpenDatabase<DB> {
  const sqlite = new DatabaseSync(':memory:');
  if (from) sqlite.deserialize(from);
  sqlite.exec('PRAGMA foreign_keys=on');
  return wrapSqlite<DB>(sqlite, { log });
}

function wrapSqlite<DB>(
  sqlite: DatabaseSync,
  { file, log }: Logged & { file?: ReturnType<typeof recordsFile> },
): OpenDatabase<DB> {
  const db = new GuardedKysely<DB>({ dialect: sqliteDialect(sqlite, file), log });
  return {
    db,
    dialect: 'sqlite',
    // There is no other process: the folder is locked.
    alone: (work) => work(db),
    close: async () => {
      try {
        if (sqlite.isOpen) sqlite.exec('PRAGMA optimize');
      } catch {
        // Only an advice to the next start; the records may be locked or full.
      }
      await db.destroy();
      file?.close();
      if (sqlite.isOpen) sqlite.close();
    },
  };
}

/**
 * Opens PostgreSQL by its URL. `onCut` is notified of each connection that was cut; the pool replaces them by
 * itself. `directUrl`: the way past a pooler, for what holds a connection long.
 */
export function openPostgres<DB>(
  connectionString: string,
  {
    max = 10,
    directUrl = connectionString,
    onCut,
    log,
  }: Logged & { max?: number; directUrl?: string; onCut: (error: Error) => void },
): OpenDatabase<DB> {
  const open = (limits: pg.PoolConfig) => openPool<DB>({ connectionString, max, ...limits }, { onCut, log });
  const { db, pool } = open({
    statement_timeout: 10_000,
    // The server's own timeouts do not run when it hangs or the network between is cut: then only this ends
    // the wait.
    query_timeout: 12_000,
  });
  return {
    db,
    dialect: 'postgres',
    alone: async (work) => {
      const { db: patient } = open({ connectionString: directUrl, idle_in_transaction_session_timeout: 0 });
      try {
        return await aloneOnPostgres(patient, work);
      } finally {
        await patient.destroy();
      }
    },
    connections: () => ({
      used: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    signals: postgresSignals(db, directUrl),
    close: () => db.destroy(),
  };
}

type PoolOptions = Logged & { onCut: (error: Error) => void };

/**
 * For a command that reads or writes all there is: its statements have no limits of time. A cut connection is
 * told by the statement.
 */
export const openPatientPostgres = <DB>(connectionString: string): Kysely<DB> =>
  openPool<DB>({ connectionString, max: 2 }, { onCut: () => {} }).db;

function openPool<DB>(config: pg.PoolConfig, { onCut, log }: PoolOptions): { db: Kysely<DB>; pool: pg.Pool } {
  const { dialect, pool } = postgresDialect(config, onCut);
  return { db: new GuardedKysely<DB>({ dialect, log }), pool };
}

/**
 * By a lock of a transaction that is held open: PostgreSQL frees it however its process dies, and a pooler
 * leaves a transaction its connection. It is asked for again and again: waiting has a limit.
 */
function aloneOnPostgres<DB, T>(db: Kysely<DB>, work: (patient: Kysely<DB>) => Promise<T>): Promise<T> {
  return db.connection().execute(async (holder) => {
    const say = (statement: string) => sql.raw(statement).execute(holder);
    const take = async () => {
      await say('begin');
      const { rows } = await sql<{
        taken: boolean;
      }>`select pg_try_advisory_xact_lock(hashtext('cadenza')) as taken`.execute(holder);
      return rows[0]?.taken;
    };
    while (!(await take())) {
      await say('rollback');
      await sleep(LOOK_AGAIN_MS);
    }
    // What stands idle in a transaction is ended where the server is set so.
    const staying = setInterval(() => say('select 1').catch(() => {}), STAY_MS);
    try {
      return await work(db);
    } finally {
      clearInterval(staying);
      // A connection that was cut holds nothing.
      await say('rollback').catch(() => {});
    }
  });
}

/**
 * Who has tables: the product, or an embedded service. Each names a table of its own for the migrations it
 * has run.
 */
export type Owner = { name: string; migrations: MigrationProvider };

export const migrationTable = ({ name }: Pick<Owner, 'name'>) => `${name}_migrations`;

const migratorOf = <DB>(db: Kysely<DB>, owner: Owner) =>
  new Migrator({
    db,
    provider: owner.migrations,
    migrationTableName: migrationTable(owner),
    migrationLockTableName: `${migrationTable(owner)}_lock`,
  });

/**
 * In the place of a migration, in records that are only in part there: no version knows it, so none opens
 * them.
 */
export const UNFINISHED = 'unfinished-move';

/**
 * Brings the tables of one owner up to date, or as far as the migration `to`, once however many processes
 * start together. Throws `OpenError` when the records were written by a newer version, or when a move into
 * them was not finished.
 */
export async function migrate<DB>(db: Kysely<DB>, owner: Owner, to?: string): Promise<void> {
  async function migrateOn(connection: Kysely<DB>) {
    const migrated = await checkVersion(connection, owner);
    // The migrator reads the schema of every table several times: a start that has nothing to do need not
    // wait for it.
    if (
      to === undefined &&
      Object.keys(await owner.migrations.getMigrations()).every((name) => migrated.has(name))
    )
      return;
    const migrator = migratorOf(connection, owner);
    const { error } = await (to === undefined ? migrator.migrateToLatest() : migrator.migrateTo(to));
    if (error) throw error;
  }
  const { supportsTransactionalDdl } = db.getExecutor().adapter;
  const opensOne = supportsTransactionalDdl && !db.isTransaction;
  await (opensOne ? db.transaction().execute(migrateOn) : migrateOn(db));
}

/** Looks, and changes nothing: throws `OpenError` where `migrate` would, for any of these owners. */
export async function checkVersions<DB>(db: Kysely<DB>, owners: readonly Owner[]): Promise<void> {
  for (const owner of owners) await checkVersion(db, owner);
}

/** The same for one owner; gives the migrations that were run. */
async function checkVersion<DB>(db: Kysely<DB>, owner: Owner): Promise<ReadonlySet<string>> {
  const known = await owner.migrations.getMigrations();
  const migrated = await findMigrated(db, owner);
  for (const name of migrated) if (!Object.hasOwn(known, name)) refuseForeign(name);
  return new Set(migrated);
}

/** The migrations that were run for an owner. */
async function findMigrated<DB>(db: Kysely<DB>, owner: Owner): Promise<string[]> {
  const table = migrationTable(owner);
  if (!(await hasTable(db, table))) return [];
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(table)}`.execute(db);
  return rows.map(({ name }) => name);
}

/** Whether the records have a table, whichever version wrote them. */
export async function hasTable<DB>(db: Kysely<DB>, table: string): Promise<boolean> {
  const { rows } = await (db.getExecutor().adapter instanceof PostgresAdapter
    ? sql`select 1 from pg_tables where schemaname = current_schema() and tablename = ${table}`
    : sql`select 1 from sqlite_schema where type = 'table' and name = ${table}`
  ).execute(db);
  return rows.length > 0;
}

/** The sentence that says why records of another version are not opened. */
function refuseForeign(migration: string): never {
  throw new OpenError(
    migration === UNFINISHED
      ? 'A school is being moved into this database, and the move is not finished. Run it again: it goes on where it stopped.'
      : 'These records were written by a newer version of Cadenza. Start that version; nothing was changed.',
  );
}

/** Whether the tables of one owner are as this version has them; false also where there are none. */
export async function isMigrated<DB>(db: Kysely<DB>, owner: Owner): Promise<boolean> {
  const migrations = await migratorOf(db, owner).getMigrations();
  return migrations.every(({ executedAt }) => executedAt !== undefined);
}

/** Whether the database answers. */
export async function ping(db: Db): Promise<void> {
  await sql`select 1`.execute(db);
}

/** True for the violation of a unique key, on either database. */
export function isUniqueViolation(error: unknown): boolean {
  const { code, errcode } = error as { code?: string; errcode?: number };
  return code === '23505' || (code === 'ERR_SQLITE_ERROR' && (errcode === 2067 || errcode === 1555));
}
