import { AsyncLocalStorage } from 'node:async_hooks';
import { type Dialect, Kysely, type Transaction, type TransactionBuilder } from 'kysely';
import type { Database, Db } from './schema.ts';

const RETRIES = 3;
/** PostgreSQL's serialization_failure and deadlock_detected: nothing happened, the same work may be tried again. */
const RETRYABLE = new Set(['40001', '40P01']);

const current = new AsyncLocalStorage<{ open: boolean }>();

/** Runs `work` in one transaction and gives back what it returns; a throw rolls everything back. Inside, only `tx` may be used. */
export function transact<T>(db: Db, work: (tx: Transaction<Database>) => Promise<T>): Promise<T> {
  return db.transaction().execute(work);
}

/**
 * A Kysely whose transactions, the product's and those of the embedded services alike, are tried again after a lost race. Inside of one
 * only `tx` may be used: the embedded database has one connection, so the outer `db` would wait for ever (it throws instead).
 */
export class GuardedKysely<DB> extends Kysely<DB> {
  override transaction(): TransactionBuilder<DB> {
    const builder = super.transaction();
    const execute = builder.execute.bind(builder);
    builder.execute = async (work) => {
      for (let attempt = 1; ; attempt++) {
        const mark = { open: true };
        try {
          return await execute((tx) => current.run(mark, () => work(tx)));
        } catch (error) {
          if (attempt >= RETRIES || !RETRYABLE.has((error as { code?: string }).code ?? '')) throw error;
        } finally {
          mark.open = false;
        }
      }
    };
    return builder;
  }
}

/** Makes a dialect refuse a query on the outer database inside a transaction. */
export function guarded(dialect: Dialect): Dialect {
  const createDriver = () => {
    const driver = dialect.createDriver();
    const acquire = driver.acquireConnection.bind(driver);
    driver.acquireConnection = async (options) => {
      if (current.getStore()?.open) throw new Error('Inside a transaction only its own `tx` may be used.');
      return acquire(options);
    };
    return driver;
  };
  return {
    createAdapter: () => dialect.createAdapter(),
    createDriver,
    createIntrospector: (db) => dialect.createIntrospector(db),
    createQueryCompiler: () => dialect.createQueryCompiler(),
  };
}
