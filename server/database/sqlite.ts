import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { CompiledQuery, type DatabaseConnection, SqliteAdapter, SqliteDialect, SqliteDriver } from 'kysely';
import { asOutage, DatabaseOutage } from './outage.ts';

const STATEMENTS_KEPT = 500;
/** How long a call waits in all, for its turn and for a lock that another program holds, and how often it looks. */
const PATIENCE_MS = 1000;
const LOOK_AGAIN_MS = 10;

const BUSY = 5;
/** SQLite's primary codes for what is no fault of the query: locked, no memory, read-only, the disk, damaged, full, gone. */
const OUTAGES = new Set([BUSY, 6, 7, 8, 10, 11, 13, 14, 15, 26]);

const primaryCode = (error: unknown) => {
  const { code, errcode } = error as { code?: string; errcode?: number };
  return code === 'ERR_SQLITE_ERROR' && errcode !== undefined ? errcode & 0xff : undefined;
};
const isSqliteOutage = (error: unknown) => OUTAGES.has(primaryCode(error) ?? 0);

/** The face of better-sqlite3 that Kysely's SQLite driver asks for, on Node's own SQLite; statements are kept prepared. */
function asKyselyDatabase(sqlite: DatabaseSync) {
  const kept = new Map<string, StatementSync>();
  const prepare = (sql: string) => {
    let statement = kept.get(sql);
    if (!statement) {
      if (kept.size >= STATEMENTS_KEPT) kept.clear();
      statement = sqlite.prepare(sql);
      kept.set(sql, statement);
    }
    const ready = statement;
    const bind = (parameters: readonly unknown[]) => parameters as SQLInputValue[];
    return {
      reader: ready.columns().length > 0,
      all: (parameters: readonly unknown[]) => ready.all(...bind(parameters)),
      run: (parameters: readonly unknown[]) => ready.run(...bind(parameters)),
      iterate: (parameters: readonly unknown[]) =>
        ready.iterate(...bind(parameters)) as IterableIterator<unknown>,
    };
  };
  return { prepare, close: () => sqlite.close() };
}

/**
 * One connection, one caller at a time. Node's SQLite blocks the whole process while it waits for a lock, so it never does: who meets one
 * looks again later, while other requests are answered.
 */
class QueueingDriver extends SqliteDriver {
  #sqlite: DatabaseSync;
  #isThere: () => boolean;
  #waiting: (() => void)[] = [];
  #isTaken = false;

  constructor(sqlite: DatabaseSync, isThere: () => boolean) {
    super({ database: asKyselyDatabase(sqlite) });
    this.#sqlite = sqlite;
    this.#isThere = isThere;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    const deadline = performance.now() + PATIENCE_MS;
    if (this.#isTaken) await new Promise<void>((next) => this.#waiting.push(next));
    this.#isTaken = true;
    try {
      if (!this.#isThere()) throw new DatabaseOutage(new Error('The records file was deleted or emptied.'));
      const connection = await super.acquireConnection();
      return {
        executeQuery: (query) => patiently(() => connection.executeQuery(query), deadline),
        streamQuery: (query, size) => connection.streamQuery(query, size),
      };
    } catch (error) {
      await this.releaseConnection();
      throw error;
    }
  }

  override async releaseConnection() {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#isTaken = false;
  }

  /** Every transaction here writes: with the lock from the start, none has to give up half-way. */
  override async beginTransaction(connection: DatabaseConnection) {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  /** A full disk, among others, has rolled back already. */
  override async rollbackTransaction(connection: DatabaseConnection) {
    if (this.#sqlite.isTransaction) await super.rollbackTransaction(connection);
  }
}

/** Repeats a statement that met a lock; it did nothing then. */
async function patiently<T>(execute: () => Promise<T>, deadline: number): Promise<T> {
  for (;;) {
    try {
      return await execute();
    } catch (error) {
      if (primaryCode(error) !== BUSY || performance.now() > deadline) throw asOutage(error, isSqliteOutage);
    }
    await sleep(LOOK_AGAIN_MS);
  }
}

/** Kysely's own lock for single connections waits before the driver is asked; the driver here brings one that can refuse. */
class SelfLockingAdapter extends SqliteAdapter {
  override get supportsMultipleConnections() {
    return true;
  }

  /** SQLite's tables are made and changed in transactions like its rows: a process that dies over its migrations leaves nothing half done. */
  override get supportsTransactionalDdl() {
    return true;
  }
}

/** A Kysely dialect on one connection of node:sqlite; `isThere` says whether its file still is. */
export class NodeSqliteDialect extends SqliteDialect {
  #createDriver: () => QueueingDriver;

  constructor(sqlite: DatabaseSync, { isThere = () => true }: { isThere?: () => boolean } = {}) {
    super({ database: asKyselyDatabase(sqlite) });
    this.#createDriver = () => new QueueingDriver(sqlite, isThere);
  }

  override createDriver() {
    return this.#createDriver();
  }

  override createAdapter() {
    return new SelfLockingAdapter();
  }
}
