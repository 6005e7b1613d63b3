import { type Kysely, PostgresAdapter, type SelectQueryBuilder } from 'kysely';

/**
 * The rows of one of a query's tables, locked until the transaction ends. SQLite has no such clause and needs
 * none: it writes one transaction at a time.
 */
export function locked<DB, TB extends keyof DB & string, O>(
  tx: Pick<Kysely<unknown>, 'getExecutor'>,
  query: SelectQueryBuilder<DB, TB, O>,
  table: TB,
): SelectQueryBuilder<DB, TB, O> {
  return tx.getExecutor().adapter instanceof PostgresAdapter ? query.forNoKeyUpdate(table) : query;
}

/** The same, but others may hold them so, too. */
export function shared<DB, TB extends keyof DB & string, O>(
  tx: Pick<Kysely<unknown>, 'getExecutor'>,
  query: SelectQueryBuilder<DB, TB, O>,
  table: TB,
): SelectQueryBuilder<DB, TB, O> {
  return tx.getExecutor().adapter instanceof PostgresAdapter ? query.forShare(table) : query;
}
