import type { Kysely } from 'kysely';

/** Since when an account is the office's or an admin's: the days before a second factor is required begin then. */
export async function addOfficeSince(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('users').addColumn('officesince', 'bigint').execute();
}
