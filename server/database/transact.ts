import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  CompiledQuery,
  type ConnectionProvider,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  type Logger,
  Transaction,
  type TransactionBuilder,
} from 'kysely';
import type { Database, Db } from './schema.ts';

const ATTEMPTS = 5;
/**
 * Up to so long before the second attempt, and twice as long before each one more, so that two do not meet
 * again.
 */
const WAIT_MS = 5;
/**
 * PostgreSQL's serialization_failure and deadlock_detected, and a statement by a name that is at fault:
 * nothing happened, the same work may be tried again.
 */
const RETRYABLE = new Set(['40001', '40P01', '26000', '42P05', '0A000']);

/** What a transaction throws that read what another changed meanwhile: it is rolled back and done again. */
export class LostRace extends Error {
  code = '40001';
}

/**
 * Gives what `work` gives, a transaction or a statement by itself, which is done again where it lost a race.
 * Throws as it does at the last attempt.
 */
export async function retryLostRaces<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt >= ATTEMPTS || !RETRYABLE.has((error as { code?: string }).code ?? '')) throw error;
    }
    await sleep(Math.random() * WAIT_MS * 2 ** (attempt - 1));
  }
}

type Mark = { open: boolean; after: (() => void)[] };

const current = new AsyncLocalStorage<Mark>();

/** A transaction that all within `transactWhole` takes part in. */
type Whole = Mark & {
  connection: DatabaseConnection;
  /** Inner transactions take turns: each is a savepoint. */
  turn: Promise<unknown>;
  /** How one of them lost a race, which only the whole can try again. */
  lost?: unknown;
};

const whole = new AsyncLocalStorage<Whole>();
const openWhole = () => {
  const found = whole.getStore();
  return found?.open ? found : undefined;
};

/**
 * Runs `work` so that all that it does on this database, in transactions of its own or outside of any, is one
 * transaction: a throw rolls everything back, and it is done again where it lost a race. What `work` begins and
 * does not wait for must not use the database.
 */
export const transactWhole = <T>(db: Kysely<Database>, work: () => Promise<T>): Promise<T> => {
  if (!(db instanceof GuardedKysely)) throw new Error('Only a database of the school can do so.');
  return db.transactWhole(work);
};

/** Whether the caller's transactions take part in a whole one. */
export const isPartOfWhole = (): boolean => openWhole() !== undefined;

/** Does something at once, or once all that it is a part of is committed (`transactWhole`). */
export function onceCommitted(what: () => void): void {
  const one = openWhole();
  if (one) one.after.push(what);
  else what();
}

/** Begins something that takes no part in the transaction around the caller. */
export const apart = <T>(work: () => T): T => whole.exit(() => current.exit(work));

/**
 * Does something once the transaction around the caller is committed; nothing where it is rolled back, once
 * where it is tried again. What it throws undoes nothing.
 */
export function afterCommit(what: () => void): void {
  const mark = current.getStore();
  if (!mark?.open) throw new Error('There is no transaction to wait for.');
  mark.after.push(what);
}

/**
 * Runs `work` in one transaction and gives back what it returns; a throw rolls everything back. Inside, only
 * `tx` may be used.
 */
export function transact<T>(db: Db, work: (tx: Transaction<Database>) => Promise<T>): Promise<T> {
  return db.transaction().execute(work);
}

/**
 * Asks several things at once on one connection, that of the transaction where `db` is in one: PostgreSQL is
 * sent them together. Gives all that was found; of several that throw, throws as the first of them.
 */
export function atOnce<const T extends readonly unknown[]>(db: Db, ask: (one: Db) => T): Promise<Found<T>> {
  const askOn = async (one: Db): Promise<Found<T>> => {
    const asked = ask(one);
    // The connection is not given on before the last has been answered.
    await Promise.allSettled(asked);
    return Promise.all(asked) as Promise<Found<T>>;
  };
  return db instanceof GuardedKysely ? db.onOneConnection(askOn) : askOn(db);
}

type Found<T> = { -readonly [K in keyof T]: Awaited<T[K]> };

type Options = { dialect: Dialect; log?: Logger };

/**
 * A Kysely whose transactions, the product's and those of the embedded services alike, are tried again after
 * a lost race. Inside of one only `tx` may be used: the embedded database has one connection, so the outer
 * `db` would wait for ever (it throws instead). What `tx` is asked at once is sent at once; after the end of
 * its transaction it throws.
 */
export class GuardedKysely<DB> extends Kysely<DB> {
  #dialect: Dialect;
  #driver: Driver;

  constructor({ dialect, log }: Options) {
    const driver = guarded(dialect.createDriver());
    const withDriver = { ...dialect, createDriver: () => driver };
    super({ dialect: withDriver, log });
    this.#dialect = withDriver;
    this.#driver = driver;
  }

  override transaction(): TransactionBuilder<DB> {
    const builder = super.transaction();
    builder.execute = (work) => {
      const one = openWhole();
      return one ? this.#takePart(one, work) : retryLostRaces(() => this.#transact(work));
    };
    return builder;
  }

  transactWhole<T>(work: () => Promise<T>): Promise<T> {
    return retryLostRaces(async () => {
      const [driver, executor] = [this.#driver, this.getExecutor()];
      const after: (() => void)[] = [];
      const result = await executor.provideConnection(async (connection) => {
        const one: Whole = { open: true, after, connection, turn: Promise.resolve() };
        try {
          await driver.beginTransaction(connection, {});
          const result = await whole.run(one, work);
          if (one.lost) throw one.lost;
          one.open = false;
          await driver.commitTransaction(connection);
          return result;
        } catch (error) {
          one.open = false;
          await driver.rollbackTransaction(connection).catch(() => {});
          // What a part lost counts, whatever its caller made of that.
          throw one.lost ?? error;
        }
      });
      for (const what of after) what();
      return result;
    });
  }

  /** A transaction within a whole one, to a savepoint of which it is rolled back. */
  #takePart<T>(one: Whole, work: (tx: Transaction<DB>) => Promise<T>): Promise<T> {
    const taking = one.turn.then(async () => {
      const [dialect, driver] = [this.#dialect, this.#driver];
      const mark: Mark = { open: true, after: [] };
      const only = this.getExecutor().withConnectionProvider(providerOf(one.connection, mark));
      const tx = new Transaction<DB>({ config: { dialect }, dialect, driver, executor: only });
      const run = (words: string) => one.connection.executeQuery(CompiledQuery.raw(words));
      await run('savepoint part');
      try {
        const result = await current.run(mark, () => work(tx));
        mark.open = false;
        await run('release savepoint part');
        one.after.push(...mark.after);
        return result;
      } catch (error) {
        mark.open = false;
        if (RETRYABLE.has((error as { code?: string }).code ?? '')) one.lost = error;
        await run('rollback to savepoint part');
        throw error;
      }
    });
    one.turn = taking.catch(() => {});
    return taking;
  }

  onOneConnection<T>(work: (one: Kysely<DB>) => Promise<T>): Promise<T> {
    const [dialect, driver, executor] = [this.#dialect, this.#driver, this.getExecutor()];
    return executor.provideConnection(async (connection) => {
      const mark = { open: true };
      const only = executor.withConnectionProvider(providerOf(connection, mark));
      return work(new Kysely<DB>({ config: { dialect }, dialect, driver, executor: only })).finally(() => {
        mark.open = false;
      });
    });
  }

  async #transact<T>(work: (tx: Transaction<DB>) => Promise<T>): Promise<T> {
    const [dialect, driver, executor] = [this.#dialect, this.#driver, this.getExecutor()];
    const mark: Mark = { open: true, after: [] };
    const result = await executor.provideConnection(async (connection) => {
      const only = executor.withConnectionProvider(providerOf(connection, mark));
      const tx = new Transaction<DB>({ config: { dialect }, dialect, driver, executor: only });
      try {
        await driver.beginTransaction(connection, {});
        const result = await current.run(mark, () => work(tx));
        mark.open = false;
        await driver.commitTransaction(connection);
        return result;
      } catch (error) {
        mark.open = false;
        // Where it cannot be told to, the database does so by itself.
        await driver.rollbackTransaction(connection).catch(() => {});
        throw error;
      }
    });
    for (const what of mark.after) what();
    return result;
  }
}

/** Gives one connection to all callers at once, until `mark` says that it is another's. */
const providerOf = (connection: DatabaseConnection, mark: { open: boolean }): ConnectionProvider => ({
  provideConnection: async (consumer) => {
    if (!mark.open) throw new Error('The transaction is over.');
    return consumer(connection);
  },
});

/** The connection of a whole transaction, until that is over. */
function sharing(one: Whole): DatabaseConnection {
  const { connection } = one;
  const ensureOpen = () => {
    if (!one.open) throw new Error('The transaction is over.');
  };
  return {
    executeQuery: async (query, options) => {
      ensureOpen();
      return connection.executeQuery(query, options);
    },
    streamQuery: (query, size, options) => {
      ensureOpen();
      return connection.streamQuery(query, size, options);
    },
  };
}

/** Makes a driver refuse a query on the outer database inside a transaction. */
function guarded(driver: Driver): Driver {
  /** Uses of the connection of a whole transaction, which do not give it back. */
  const shared = new WeakSet<DatabaseConnection>();
  const acquire = driver.acquireConnection.bind(driver);
  const release = driver.releaseConnection.bind(driver);
  driver.acquireConnection = async (options) => {
    if (current.getStore()?.open) throw new Error('Inside a transaction only its own `tx` may be used.');
    const one = openWhole();
    if (one) {
      const use = sharing(one);
      shared.add(use);
      return use;
    }
    return acquire(options);
  };
  driver.releaseConnection = async (connection, options) => {
    if (!shared.has(connection)) await release(connection, options);
  };
  return driver;
}
