import { type Kysely, sql } from 'kysely';

/**
 * Since when an account's address is proved, what an import said of a learner, and
 * why the link of a claim works no more. Accounts whose address is proved
 * have been so since a moment that is not recorded.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('users').addColumn('provedat', 'bigint').execute();
  await sql`update users set provedat = createdat where emailverified = 1 and uid is not null`.execute(db);
  await db.schema.alterTable('learners').addColumn('importedas', 'text').execute();
  await db.schema.alterTable('claims').addColumn('ended', 'text').execute();
}
