import { PostgresAdapter, type SelectQueryBuilder } from 'kysely';
import type { Database, Db } from './schema.ts';

/** The rows of one of a query's tables, locked until the transaction ends. SQLite has no such clause and needs none: it writes one transaction at a time. */
export function locked<TB extends keyof Database, O>(
  tx: Db,
  query: SelectQueryBuilder<Database, TB, O>,
  table: TB,
): SelectQueryBuilder<Database, TB, O> {
  return tx.getExecutor().adapter instanceof PostgresAdapter ? query.forNoKeyUpdate(table) : query;
}

/** The same, but others may hold them so, too. */
export function shared<TB extends keyof Database, O>(
  tx: Db,
  query: SelectQueryBuilder<Database, TB, O>,
  table: TB,
): SelectQueryBuilder<Database, TB, O> {
  return tx.getExecutor().adapter instanceof PostgresAdapter ? query.forShare(table) : query;
}
