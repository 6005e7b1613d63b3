import { AsyncLocalStorage } from 'node:async_hooks';
import type { Dialect, Transaction } from 'kysely';
import type { Database, Db } from './schema.ts';

const RETRIES = 3;
/** PostgreSQL's serialization_failure and deadlock_detected: nothing happened, the same work may be tried again. */
const RETRYABLE = new Set(['40001', '40P01']);

const current = new AsyncLocalStorage<{ open: boolean }>();

/**
 * Runs `work` in one transaction and gives back what it returns; a throw rolls everything back. Inside, only `tx` may be
 * used: the embedded database has one connection, so the outer `db` would wait for ever (it throws instead).
 */
export async function transact<T>(db: Db, work: (tx: Transaction<Database>) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const mark = { open: true };
    try {
      return await db.transaction().execute((tx) => current.run(mark, () => work(tx)));
    } catch (error) {
      if (attempt >= RETRIES || !RETRYABLE.has((error as { code?: string }).code ?? '')) throw error;
    } finally {
      mark.open = false;
    }
  }
}

/** Makes a dialect refuse a query on the outer database inside a transaction; `single` also serialises its connection. */
export function guarded(dialect: Dialect, { single }: { single: boolean }): Dialect {
  const createDriver = () => {
    const driver = dialect.createDriver();
    const acquire = driver.acquireConnection.bind(driver);
    const release = driver.releaseConnection.bind(driver);
    const waiting: (() => void)[] = [];
    let taken = false;
    driver.acquireConnection = async (options) => {
      if (current.getStore()?.open) throw new Error('Inside a transaction only its own `tx` may be used.');
      if (single) {
        if (taken) await new Promise<void>((next) => waiting.push(next));
        taken = true;
      }
      return acquire(options);
    };
    driver.releaseConnection = async (connection, options) => {
      await release(connection, options);
      const next = waiting.shift();
      if (next) next();
      else taken = false;
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
