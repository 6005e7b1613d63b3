import type { Kysely } from 'kysely';

/** What the sweep of sessions looks for. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex('sessions_ended').on('sessions').column('endedat').execute();
  await db.schema.createIndex('sessions_seen').on('sessions').column('seenat').execute();
}
