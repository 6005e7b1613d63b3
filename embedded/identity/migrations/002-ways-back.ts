import type { Kysely } from 'kysely';
import type { IdentityTables } from '#embedded/identity/tables.ts';

/**
 * Codes name the epoch of their account. Those of before do not and go, an hour old at most: among them may
 * be some that lead to an address that was never proved.
 */
export async function up(db: Kysely<IdentityTables>): Promise<void> {
  await db.deleteFrom('identity_codes').execute();
  await db.schema.alterTable('identity_codes').addColumn('epoch', 'integer').execute();
  await db.schema.createIndex('identity_codes_email').on('identity_codes').column('email').execute();
}
