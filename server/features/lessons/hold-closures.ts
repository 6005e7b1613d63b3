import { PostgresAdapter, sql } from 'kysely';
import type { Db } from '#server/database/schema.ts';

/**
 * Keeps closing days as they are until the transaction ends, for who writes lessons by them; any number may do so at once. Before anything else is
 * locked. SQLite writes one transaction at a time.
 */
export const holdClosures = (tx: Db): Promise<void> => lockTable(tx, 'share');

/** The same for who changes closing days: alone, and after every lesson that was written by those of before is there to be seen. */
export const lockClosures = (tx: Db): Promise<void> => lockTable(tx, 'share row exclusive');

async function lockTable(tx: Db, mode: 'share' | 'share row exclusive') {
  if (tx.getExecutor().adapter instanceof PostgresAdapter)
    await sql`lock table closures in ${sql.raw(mode)} mode`.execute(tx);
}
