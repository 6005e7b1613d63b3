import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  CompiledQuery,
  type DatabaseConnection,
  type DatabaseMetadataOptions,
  type Dialect,
  type Driver,
  type Kysely,
  type QueryResult,
  type SelectModifierNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from 'kysely';
import { inTurns, turn } from '#server/database/lists/turns.ts';
import { asOutage, DatabaseOutage } from '#server/database/outage.ts';
import { type DiskSync, openDiskSync } from './disk-sync.ts';

const STATEMENTS_KEPT = 500;
/**
 * How long a call waits in all, for its turn and for a lock that another program holds, and how often it
 * looks.
 */
const PATIENCE_MS = 1000;
const LOOK_AGAIN_MS = 10;

const BUSY = 5;
/**
 * SQLite's primary codes for what is no fault of the query: locked, no memory, read-only, the disk, damaged,
 * full, gone.
 */
const OUTAGES = new Set([BUSY, 6, 7, 8, 10, 11, 13, 14, 15, 26]);

const primaryCode = (error: unknown) => {
  const { code, errcode } = error as { code?: string; errcode?: number };
  return code === 'ERR_SQLITE_ERROR' && errcode !== undefined ? errcode & 0xff : undefined;
};
const isSqliteOutage = (error: unknown) => OUTAGES.has(primaryCode(error) ?? 0);

/** The file that the records lie in. */
export type RecordsFile = {
  /** Whether it still is the one that was opened. */
  isThere(): boolean;
  /** Brings what has been committed to the disk. */
  sync(): Promise<void>;
};

/** A prepared statement, whether it gives rows, and whether it can only read. */
type Kept = { statement: StatementSync; givesRows: boolean; isRead: boolean };

/** What reads alone; a column called as one of these words would only cost a sync that is not needed. */
const READS = /^\s*(select\b|with\b(?!.*\b(insert|update|delete|replace)\s))/is;

/** Statements by their text, prepared once. */
function keepStatements(sqlite: DatabaseSync): (sql: string) => Kept {
  const kept = new Map<string, Kept>();
  return (sql) => {
    const known = kept.get(sql);
    if (known) return known;
    if (kept.size >= STATEMENTS_KEPT) kept.clear();
    const statement = sqlite.prepare(sql);
    const made = { statement, givesRows: statement.columns().length > 0, isRead: READS.test(sql) };
    kept.set(sql, made);
    return made;
  };
}

/**
 * One connection, one caller at a time. Node's SQLite blocks the whole process while it waits for a lock, so
 * it never does: who meets one looks again later, while other requests are answered. Nor does it block while
 * a commit goes to the disk: other statements run meanwhile, and every caller that may have seen the commit
 * gets its result once it is durable. Who runs statement after statement gives way to what else has come in
 * (`turns.ts`).
 */
class RecordsDriver implements Driver {
  #sqlite: DatabaseSync;
  #file: RecordsFile | undefined;
  #disk: DiskSync | undefined;
  #prepare: (sql: string) => Kept;
  #connection: DatabaseConnection;
  #waiting: (() => void)[] = [];
  #isTaken = false;
  #patienceMs: number;
  /** Whether the file was looked for in this turn of the event loop. */
  #isSeen = false;
  /** Until when the present caller waits for a lock. */
  #deadline = 0;
  /** When all that has been committed so far is on the disk; undefined while it is. */
  #unsynced: Promise<void> | undefined;
  /** The disk refused: what was committed may or may not be there. */
  #isDoubtful = false;

  constructor(sqlite: DatabaseSync, file: RecordsFile | undefined, patienceMs: number) {
    this.#sqlite = sqlite;
    this.#patienceMs = patienceMs;
    this.#file = file;
    this.#disk = file && openDiskSync(() => this.#sync(file));
    this.#prepare = keepStatements(sqlite);
    this.#connection = {
      executeQuery: (query) => this.#execute(query),
      streamQuery: (query) => this.#stream(query),
    };
  }

  async init() {}

  async acquireConnection() {
    const deadline = performance.now() + this.#patienceMs;
    if (this.#isTaken) await new Promise<void>((next) => this.#waiting.push(next));
    this.#isTaken = true;
    this.#deadline = deadline;
    try {
      if (this.#file && !this.#isSeen) this.#look(this.#file);
      if (this.#isDoubtful) this.#settleDoubt();
      return this.#connection;
    } catch (error) {
      this.#giveTurn();
      throw error;
    }
  }

  /** Kysely gives no caller a result before this. */
  async releaseConnection() {
    this.#giveTurn();
    await this.#unsynced;
  }

  #look(file: RecordsFile) {
    if (!file.isThere()) throw new DatabaseOutage(new Error('The records file was deleted or emptied.'));
    this.#isSeen = true;
    setImmediate(() => {
      this.#isSeen = false;
    });
  }

  #giveTurn() {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#isTaken = false;
  }

  /** Every transaction here writes: with the lock from the start, none has to give up half-way. */
  async beginTransaction() {
    await this.#execute(CompiledQuery.raw('begin immediate'));
  }

  async commitTransaction() {
    await this.#execute(CompiledQuery.raw('commit'));
  }

  /**
   * After what was asked before it and waits for its turn: outside of the transaction that would stay. A full
   * disk, among others, has rolled back already.
   */
  async rollbackTransaction() {
    const wait = turn();
    if (wait) await wait;
    if (this.#sqlite.isTransaction) this.#sqlite.exec('rollback');
  }

  async destroy() {
    if (this.#sqlite.isOpen) this.#sqlite.close();
  }

  /** Repeats a statement that met a lock; it did nothing then. */
  async #execute<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const wait = turn();
    if (wait) await wait;
    for (;;) {
      try {
        return this.#run(query);
      } catch (error) {
        if (primaryCode(error) !== BUSY || performance.now() > this.#deadline)
          throw asOutage(error, isSqliteOutage);
      }
      await sleep(LOOK_AGAIN_MS);
    }
  }

  #run<R>({ sql, parameters }: CompiledQuery): QueryResult<R> {
    const { statement, givesRows, isRead } = this.#prepare(sql);
    const values = parameters as SQLInputValue[];
    if (givesRows) {
      const rows = statement.all(...values) as R[];
      if (!isRead) this.#noteWrite();
      return { rows };
    }
    const { changes } = statement.run(...values);
    this.#noteWrite();
    return { rows: [], numAffectedRows: BigInt(changes) };
  }

  /** Outside of a transaction, which counts as written when it ends. */
  #noteWrite() {
    if (!this.#disk || this.#sqlite.isTransaction) return;
    const reached = this.#disk.reach();
    this.#unsynced = reached;
    const forget = () => {
      if (this.#unsynced === reached) this.#unsynced = undefined;
    };
    reached.then(forget, forget);
  }

  async *#stream<R>({ sql, parameters }: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    await this.#unsynced;
    const rows = this.#prepare(sql).statement.iterate(...(parameters as SQLInputValue[]));
    for await (const row of inTurns(rows)) yield { rows: [row as R] };
  }

  async #sync(file: RecordsFile) {
    try {
      if (this.#isDoubtful) throw new Error('The disk has not taken what was written before.');
      await file.sync();
    } catch (cause) {
      this.#isDoubtful = true;
      throw new DatabaseOutage(cause);
    }
  }

  /**
   * After a refusal the disk may call written what it has lost: SQLite copies it all into the records again,
   * or nobody goes on.
   */
  #settleDoubt() {
    try {
      const settled = this.#sqlite.prepare('pragma wal_checkpoint(truncate)').get();
      if (settled?.busy !== 0) throw new Error('The records are locked.');
      this.#isDoubtful = false;
    } catch (cause) {
      throw new DatabaseOutage(cause);
    }
  }
}

/**
 * Kysely's own lock for single connections waits before the driver is asked; the driver here brings one that
 * can refuse.
 */
class SelfLockingAdapter extends SqliteAdapter {
  override get supportsMultipleConnections() {
    return true;
  }

  /**
   * SQLite's tables are made and changed in transactions like its rows: a process that dies over its
   * migrations leaves nothing half done.
   */
  override get supportsTransactionalDdl() {
    return true;
  }
}

const ROW_LOCKS = new Set<string>(['ForUpdate', 'ForNoKeyUpdate', 'ForShare', 'ForKeyShare']);

/** Leaves locks of rows out of statements: SQLite has none, and writes one transaction at a time. */
class LocklessCompiler extends SqliteQueryCompiler {
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (!node.modifier || !ROW_LOCKS.has(node.modifier)) super.visitSelectModifier(node);
  }
}

/** Tells of tables that hold records, and of no index that is kept as tables, nor of a view that it reads. */
class RecordsIntrospector extends SqliteIntrospector {
  readonly #db: Kysely<unknown>;

  constructor(db: Kysely<unknown>) {
    super(db);
    this.#db = db;
  }

  override async getTables(options?: DatabaseMetadataOptions) {
    const { rows } = await sql<{ name: string }>`${RECORDS_TABLES}`.execute(this.#db);
    const names = new Set(rows.map(({ name }) => name));
    return (await super.getTables(options)).filter(({ name }) => names.has(name));
  }
}

/** The names of the tables that hold records. */
export const RECORDS_TABLES = sql`select name from pragma_table_list where schema = 'main' and type = 'table'`;

/**
 * A Kysely dialect on one connection of node:sqlite; a commit waits for the disk where there is a `file`.
 * `patienceMs` is how long a call waits for locks.
 */
export const sqliteDialect = (
  sqlite: DatabaseSync,
  file?: RecordsFile,
  patienceMs = PATIENCE_MS,
): Dialect => ({
  createDriver: () => new RecordsDriver(sqlite, file, patienceMs),
  createAdapter: () => new SelfLockingAdapter(),
  createQueryCompiler: () => new LocklessCompiler(),
  createIntrospector: (db) => new RecordsIntrospector(db),
});
