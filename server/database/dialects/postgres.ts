import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  InsertQueryNode,
  type Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  sql,
  type TransactionSettings,
  ValuesNode,
} from 'kysely';
import pg from 'pg';
import { asOutage, isPostgresOutage } from '#server/database/outage.ts';
import { retryLostRaces } from '#server/database/transact.ts';
import { isUnread } from '#statements/unread.ts';
import { type StatementNames, statementNames } from './statement-names.ts';

/** A statement of the driver's own. */
const plain = (text: string): Statement => ({ text, values: [] });
const ROLLBACK = plain('rollback');

/** What waits to be sent with the next statement is bounded: its answers come all at once, and have to be in time. */
const HELD_BACK_MAX = 16;
const HELD_BACK_VALUES_MAX = 50;

/** A name that the connection does not know or knows already, and a plan of before a column was added. */
const NAME_FAULTS = new Set(['26000', '42P05', '0A000']);

type Statement = { text: string; values: readonly unknown[]; name?: string };

/** As PostgreSQL reads a value; the school's are texts and numbers. */
function asText(value: unknown): string | Buffer | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string' || Buffer.isBuffer(value)) return value;
  if (typeof value === 'object') throw new TypeError('A statement’s values are texts and numbers.');
  return String(value);
}

/** What a statement gave. */
type Given = { command: string; rowCount: number; rows: Record<string, unknown>[] };

/** A statement, and who waits for what it gives; nobody does where it is a plain insert or `unread`. */
type Asked = { statement: Statement; resolve?: (given: Given) => void; reject?: (error: unknown) => void };

type Parse = (value: string) => unknown;
type Columns = readonly { name: string; parse: Parse }[];

/** The statements that a server knows by their names, with the columns of their rows once somebody has waited for them. */
type Prepared = Map<string, Columns | undefined>;

/**
 * Statements that PostgreSQL is sent, and answers, as one: where one fails it skips the rest (PostgreSQL 15, section 55.2.3), and all have failed. What
 * `pg` hears is handed to the `handle…` methods; the rows of a statement that nobody waits for are left unread.
 */
class Together extends pg.Query {
  declare callback: (error: Error | null, given: Given[]) => void;
  readonly #asked: readonly Asked[];
  readonly #prepared: Prepared;
  readonly #parserOf: (type: number) => Parse;
  readonly #given: Given[] = [];
  #columns: Columns | undefined;
  #rows: Given['rows'] = [];

  constructor(
    asked: readonly Asked[],
    prepared: Prepared,
    { parserOf, callback }: { parserOf: (type: number) => Parse; callback: Together['callback'] },
  ) {
    super({ text: '' });
    this.callback = callback;
    this.#asked = asked;
    this.#prepared = prepared;
    this.#parserOf = parserOf;
    this.submit = (connection) => this.#send(connection);
  }

  /** In one piece: each write costs as much as a statement. */
  #send(connection: pg.Connection) {
    connection.stream.cork();
    for (const { statement, resolve } of this.#asked) {
      const { text, values, name = '' } = statement;
      if (!this.#prepared.has(name)) {
        connection.parse({ name, text, types: [] }, true);
        if (name) this.#prepared.set(name, undefined);
      }
      connection.bind({ statement: name, values: values.map(asText) }, true);
      if (resolve && !this.#prepared.get(name)) connection.describe({ type: 'P', name: '' }, true);
      connection.execute({}, true);
    }
    connection.sync();
    connection.stream.uncork();
    this.#columns = this.#knownColumns();
  }

  #knownColumns(): Columns | undefined {
    return this.#prepared.get(this.#asked[this.#given.length]?.statement.name ?? '');
  }

  handleRowDescription({ fields }: { fields: readonly { name: string; dataTypeID: number }[] }) {
    this.#columns = fields.map(({ name, dataTypeID }) => ({ name, parse: this.#parserOf(dataTypeID) }));
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }) {
    if (!this.#columns) return;
    const row: Given['rows'][number] = {};
    for (const [at, { name, parse }] of this.#columns.entries()) {
      const value = fields[at] ?? null;
      row[name] = value === null ? null : parse(value);
    }
    this.#rows.push(row);
  }

  handleCommandComplete({ text }: { text: string }) {
    const { statement, resolve } = this.#asked[this.#given.length] ?? {};
    if (statement?.name && resolve) this.#prepared.set(statement.name, this.#columns ?? []);
    const words = text.split(' ');
    this.#given.push({
      command: words[0] ?? '',
      rowCount: Number(words.at(-1)) || 0,
      rows: this.#rows,
    });
    this.#rows = [];
    this.#columns = this.#knownColumns();
  }

  handleReadyForQuery() {
    this.callback(null, this.#given);
  }
}

/** How many rows an insert adds that gives nothing back and fails or does all; undefined for every other statement. */
function rowsOfPlainInsert({ query }: CompiledQuery): number | undefined {
  if (!InsertQueryNode.is(query) || !query.values || !ValuesNode.is(query.values)) return undefined;
  if (query.returning || query.onConflict || query.with) return undefined;
  return query.values.values.length;
}

class PostgresConnection implements DatabaseConnection {
  #client: pg.PoolClient;
  #names: StatementNames | undefined;
  #prepared: Prepared = new Map();
  #isInTransaction = false;
  #begin: Statement | undefined;
  /** What PostgreSQL says that it did at last: it may have rolled back where it was to commit. */
  #command = '';
  /** What is sent together with the next statement that somebody waits for, or with all of those that are asked at once. */
  #waiting: Asked[] = [];
  #isSending = false;
  /** An answer of severity ERROR leaves the connection sound. After FATAL, or none, it is dying or out of step. */
  isBroken = false;

  /** `names`: for statements that are used again and again; absent where the server at the other end may change. */
  constructor(client: pg.PoolClient, names: StatementNames | undefined) {
    this.#client = client;
    this.#names = names;
  }

  /** Costs nothing by itself: it goes with the first statement. */
  async begin({ isolationLevel, accessMode }: TransactionSettings) {
    const level = isolationLevel && `isolation level ${isolationLevel}`;
    this.#isInTransaction = true;
    this.#begin = plain(['begin', level, accessMode].filter(Boolean).join(' '));
    this.#waiting = [];
    // By the way on which statements are logged.
    await this.executeQuery(CompiledQuery.raw(this.#begin.text));
  }

  /** Throws where PostgreSQL has rolled back instead, since a statement failed and nobody minded. */
  async commit() {
    const isEmpty = this.#waiting.length === 1 && !this.#hasBegun();
    if (!isEmpty) {
      await this.executeQuery(CompiledQuery.raw('commit'));
      if (this.#command !== 'COMMIT') throw new Error('The transaction was rolled back.');
    }
    this.#end();
  }

  async rollback() {
    const hasBegun = this.#isInTransaction && this.#hasBegun();
    for (const { reject } of this.#waiting) reject?.(new Error('The transaction is over.'));
    this.#end();
    if (!hasBegun || this.isBroken) return;
    // By itself: it is skipped where something fails that is sent together with it.
    await this.#send(ROLLBACK).catch((error) => {
      this.isBroken = true;
      throw error;
    });
  }

  #hasBegun(): boolean {
    return this.#waiting[0]?.statement !== this.#begin;
  }

  #end() {
    this.#isInTransaction = false;
    this.#begin = undefined;
    this.#waiting = [];
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { sql: text, parameters: values } = query;
    if (this.#begin && this.#waiting.length === 0 && text === this.#begin.text) {
      this.#waiting.push({ statement: this.#begin });
      return { rows: [] };
    }
    const statement = { text, values, name: this.#names?.of(text) };
    const added = rowsOfPlainInsert(query);
    if (this.#isInTransaction && (added || isUnread(query)) && this.#mayHoldBack(statement)) {
      this.#waiting.push({ statement });
      return { rows: [], numAffectedRows: added === undefined ? undefined : BigInt(added) };
    }
    const send = () => this.#sendAgain(statement);
    // Of a transaction, the whole is tried again.
    const { command, rowCount, rows } = await (this.#isInTransaction ? send() : retryLostRaces(send));
    this.#command = command;
    const changed = command === 'INSERT' || command === 'UPDATE' || command === 'DELETE';
    return { rows: rows as R[], numAffectedRows: changed ? BigInt(rowCount) : undefined };
  }

  #mayHoldBack({ values }: Statement): boolean {
    return values.length <= HELD_BACK_VALUES_MAX && this.#waiting.length < HELD_BACK_MAX;
  }

  // biome-ignore lint/correctness/useYield: a dialect has to have it; no long list is read so.
  async *streamQuery(): AsyncGenerator<never> {
    throw new Error('Read it in batches.');
  }

  /** A statement whose name was at fault did nothing and is sent once more without; a transaction is begun again as a whole. */
  async #sendAgain(statement: Statement): Promise<Given> {
    try {
      return await this.#send(statement);
    } catch (error) {
      if (!statement.name || !NAME_FAULTS.has((error as { code?: string }).code ?? '')) throw error;
      this.#names?.forget();
      if (this.#isInTransaction) throw error;
      return this.#send({ ...statement, name: undefined });
    }
  }

  async #send(statement: Statement): Promise<Given> {
    try {
      return await new Promise((resolve, reject) => {
        this.#waiting.push({ statement, resolve, reject });
        this.#sendSoon();
      });
    } catch (error) {
      Error.captureStackTrace(error as Error);
      throw asOutage(error, isPostgresOutage);
    }
  }

  /** Once the promises of this turn have been worked off, so that all goes together that is asked at once. */
  #sendSoon() {
    if (this.#waiting.length >= HELD_BACK_MAX) return this.#sendAll();
    if (this.#isSending) return;
    this.#isSending = true;
    process.nextTick(() => {
      this.#isSending = false;
      this.#sendAll();
    });
  }

  #sendAll() {
    const asked = this.#waiting;
    if (asked.length === 0) return;
    this.#waiting = [];
    const isNew = asked.some(({ statement: { name } }) => name && !this.#prepared.has(name));
    const callback: Together['callback'] = (error, given) => {
      // Nobody knows whether the statements were given their names.
      if (error) this.isBroken ||= isNew || (error as { severity?: string }).severity !== 'ERROR';
      for (const [at, { resolve, reject }] of asked.entries()) {
        if (error) reject?.(error);
        else resolve?.(given[at] as Given);
      }
    };
    const parserOf = (type: number) => this.#client.getTypeParser(type, 'text');
    this.#client.query(new Together(asked, this.#prepared, { parserOf, callback }));
  }

  release() {
    this.#client.release(this.isBroken);
  }
}

/** Connections that are known to lead to one and the same server for as long as they last. */
type Direct = WeakSet<pg.ClientBase>;

const SERVER_LIMITS = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'] as const;

/** A pooler may pass no settings on at the start of a connection: then they are the server's, and `query_timeout` bounds a statement here. */
async function connect(pool: pg.Pool): Promise<pg.PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    if (!/unsupported startup parameter/.test((error as Error).message)) throw error;
    for (const limit of SERVER_LIMITS) delete pool.options[limit];
    return pool.connect();
  }
}

class PostgresDriver implements Driver {
  #pool: pg.Pool;
  #direct: Direct;
  #names = statementNames();
  #connections = new WeakMap<pg.PoolClient, PostgresConnection>();

  constructor(pool: pg.Pool, direct: Direct) {
    this.#pool = pool;
    this.#direct = direct;
  }

  async init() {}

  async acquireConnection(): Promise<PostgresConnection> {
    const client = await connect(this.#pool).catch((error) => {
      throw asOutage(error, isPostgresOutage);
    });
    const known = this.#connections.get(client);
    if (known) return known;
    const made = new PostgresConnection(client, this.#direct.has(client) ? this.#names : undefined);
    this.#connections.set(client, made);
    return made;
  }

  async beginTransaction(connection: PostgresConnection, settings: TransactionSettings) {
    await connection.begin(settings);
  }

  async commitTransaction(connection: PostgresConnection) {
    await connection.commit();
  }

  async rollbackTransaction(connection: PostgresConnection) {
    await connection.rollback();
  }

  async releaseConnection(connection: PostgresConnection) {
    connection.release();
  }

  async destroy() {
    await this.#pool.end();
  }
}

/**
 * Notes whether a new connection is direct. A pooler in between gives each client a number of its own for cancelling, and each transaction whichever
 * server is free, which knows nothing of the names that another was told.
 */
async function checkWhetherDirect(client: pg.ClientBase, direct: Direct) {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  if (rows[0]?.pid === Reflect.get(client, 'processID')) direct.add(client);
}

/** Kysely's own lock for migrations outlives a transaction, and behind a pooler might never be given back. */
class TransactionalAdapter extends PostgresAdapter {
  override async acquireMigrationLock(tx: Kysely<unknown>) {
    await sql`select set_config('lock_timeout', '0', true), pg_advisory_xact_lock(hashtext('cadenza migrations'))`.execute(
      tx,
    );
  }

  /** The end of the transaction frees it. */
  override async releaseMigrationLock() {}
}

/**
 * A Kysely dialect on a pool of node-postgres. It sends `begin`, and inside of a transaction inserts and what is `unread`, together with the statement after
 * them, and what is asked at once on one connection without waiting in between; what is used often is prepared. `onCut` is notified of each connection that was cut.
 */
export function postgresDialect(
  config: pg.PoolConfig,
  onCut: (error: Error) => void,
): { dialect: Dialect; pool: pg.Pool } {
  const direct: Direct = new WeakSet();
  const pool = new pg.Pool({
    connectionTimeoutMillis: 5000,
    lock_timeout: 3000,
    idle_in_transaction_session_timeout: 15_000,
    keepAlive: true,
    application_name: 'cadenza',
    pipeline: true,
    onConnect: (client) => checkWhetherDirect(client, direct),
    ...config,
  });
  // On the client, for as long as it lives: one that is in use when it is cut has no other listener, and would end the process.
  pool.on('connect', (client) => client.on('error', onCut));
  // The same again, for clients that were idle.
  pool.on('error', () => {});
  const dialect: Dialect = {
    createDriver: () => new PostgresDriver(pool, direct),
    createAdapter: () => new TransactionalAdapter(),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createIntrospector: (db) => new PostgresIntrospector(db),
  };
  return { dialect, pool };
}
