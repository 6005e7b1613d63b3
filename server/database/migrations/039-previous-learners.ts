import { type Kysely, sql } from 'kysely';

/** Lines of the log that name who had a place before it was moved, found by that learner when two entries of a child are merged. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index changes_previous on changes (before) where action = 'place-moved'`.execute(db);
}
