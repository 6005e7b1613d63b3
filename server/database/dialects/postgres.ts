import {
  type Dialect,
  type Kysely,
  PostgresAdapter,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  sql,
} from 'kysely';
import pg from 'pg';
import { asOutage, isPostgresOutage } from '#server/database/outage.ts';
import { retryLostRaces } from '#server/database/transact.ts';
import { type StatementNames, statementNames } from './statement-names.ts';

/** A name that the connection does not know or knows already, and a plan made before a column was added. */
const NAME_FAULTS = new Set(['26000', '42P05', '0A000']);

/** Counts and epoch milliseconds fit a double; node-postgres would give them as texts. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (type, format) =>
    type === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(type, format),
};

const codeOf = (error: unknown) => (error as { code?: string }).code ?? '';

/**
 * A connection as Kysely's driver uses one: statements that are used often bear a name, by which the server
 * keeps their plans, and a failure for which no statement is to blame is a `DatabaseOutage`. `names`: absent
 * where the server at the other end may change.
 */
function kyselyClient(client: pg.PoolClient, names: StatementNames | undefined): PostgresPoolClient {
  let isBroken = false;

  const send = async (text: string, values: readonly unknown[], name?: string) => {
    try {
      return await client.query({ text, values: values as unknown[], name });
    } catch (error) {
      // After an answer of severity ERROR the connection is sound; after FATAL, or none, it is dying or out
      // of step.
      isBroken ||= (error as { severity?: string }).severity !== 'ERROR';
      throw asOutage(error, isPostgresOutage);
    }
  };

  /** A statement whose name was at fault did nothing; one by itself is sent once more without. */
  const sendNamed = async (text: string, values: readonly unknown[], isByItself: boolean) => {
    const name = names?.of(text);
    try {
      return await send(text, values, name);
    } catch (error) {
      if (!name || !NAME_FAULTS.has(codeOf(error))) throw error;
      names?.forget();
      if (!isByItself) throw error;
      return send(text, values);
    }
  };

  const query = (text: string, values: readonly unknown[]) => {
    // Asked before it is sent: once it is answered, its transaction may be over, and is tried again as a whole.
    const isByItself = client.getTransactionStatus() === 'I';
    const work = () => sendNamed(text, values, isByItself);
    return isByItself ? retryLostRaces(work) : work();
  };
  return {
    // Without cursors, which would need a connection that sends one statement at a time.
    query: query as unknown as PostgresPoolClient['query'],
    release: (destroy) => client.release(destroy || isBroken),
  };
}

const SERVER_SETTINGS = [
  'statement_timeout',
  'lock_timeout',
  'idle_in_transaction_session_timeout',
  'options',
] as const;

/**
 * A pooler may pass no settings on when a connection starts: then they are the server's, and `query_timeout`
 * bounds a statement here.
 */
async function connect(pool: pg.Pool): Promise<pg.PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    if (!/(unsupported startup|unrecognized configuration) parameter/.test((error as Error).message))
      throw error;
    for (const setting of SERVER_SETTINGS) delete pool.options[setting];
    return pool.connect();
  }
}

/**
 * Notes whether a new connection leads to one server for as long as it lasts. A pooler in between gives each
 * transaction whichever server is free, which knows nothing of the names that another was told; it is known
 * by the process's number that it gives its clients, which is not the server's.
 */
async function noteWhetherDirect(client: pg.ClientBase, direct: WeakSet<pg.ClientBase>) {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  // Kysely's type of a client names it; where node-postgres left it out, statements would go without names.
  const { processID } = client as pg.ClientBase & Pick<PostgresPoolClient, 'processID'>;
  if (rows[0]?.pid === processID) direct.add(client);
}

function kyselyPool(pool: pg.Pool, direct: WeakSet<pg.ClientBase>): PostgresPool {
  const names = statementNames();
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return {
    options: pool.options,
    end: () => pool.end(),
    connect: async () => {
      const client = await connect(pool).catch((error) => {
        throw asOutage(error, isPostgresOutage);
      });
      const known = clients.get(client) ?? kyselyClient(client, direct.has(client) ? names : undefined);
      clients.set(client, known);
      return known;
    },
  };
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
 * Kysely's dialect on a pool of node-postgres, which sends what a transaction asks at once without waiting in
 * between. `onCut` is notified of each connection that was cut.
 */
export function postgresDialect(
  config: pg.PoolConfig,
  onCut: (error: Error) => void,
): { dialect: Dialect; pool: pg.Pool } {
  const direct = new WeakSet<pg.ClientBase>();
  const pool = new pg.Pool({
    connectionTimeoutMillis: 5000,
    lock_timeout: 3000,
    idle_in_transaction_session_timeout: 15_000,
    // Where a table was never analyzed, PostgreSQL takes a statement of a millisecond for a long one and compiles
    // it, which takes seconds.
    options: '-c jit=off',
    keepAlive: true,
    application_name: 'cadenza',
    pipeline: true,
    types,
    onConnect: (client) => noteWhetherDirect(client, direct),
    ...config,
  });
  // On the client, for as long as it lives: one that is in use when it is cut has no other listener, and
  // would end the process.
  pool.on('connect', (client) => client.on('error', onCut));
  // The same again, for clients that were idle.
  pool.on('error', () => {});
  const own = new PostgresDialect({ pool: kyselyPool(pool, direct) });
  const dialect: Dialect = {
    createDriver: () => own.createDriver(),
    createAdapter: () => new TransactionalAdapter(),
    createQueryCompiler: () => own.createQueryCompiler(),
    createIntrospector: (db) => own.createIntrospector(db),
  };
  return { dialect, pool };
}
