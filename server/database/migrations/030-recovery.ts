import { type Kysely, sql } from 'kysely';

const YEAR_MS = 365 * 24 * 60 * 60_000;

/** What a recovery ended, take-overs and deletions that can be taken back, keys with an end, and whom to call in an emergency. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  // When the identity service last ended every session, as far as the school knows.
  await schema.alterTable('users').addColumn('sessionssince', 'bigint').execute();
  for (const column of ['emergencyname', 'emergencyphone'])
    await schema.alterTable('users').addColumn(column, 'text').execute();
  for (const column of ['leaveaskedat', 'leavesat'])
    await schema.alterTable('users').addColumn(column, 'bigint').execute();
  await schema
    .createIndex('users_leaving')
    .on('users')
    .column('leavesat')
    .where(sql.ref('leavesat'), 'is not', null)
    .execute();

  // What an account did of late, by what it is about.
  await schema.dropIndex('changes_actor').execute();
  await schema
    .createIndex('changes_actor')
    .on('changes')
    .columns(['actorid', 'about', 'createdat'])
    .execute();
  // Since when a guardian may pay, where that is not from the beginning: the child may become theirs.
  await schema.alterTable('guardians').addColumn('payssince', 'bigint').execute();

  await schema
    .createTable('recoveries')
    .addColumn('userid', 'text', (c) => c.primaryKey().references('users._id').onDelete('cascade'))
    // What it ended, as JSON.
    .addColumn('ended', 'text', (c) => c.notNull())
    .addColumn('createdat', 'bigint', (c) => c.notNull())
    .execute();

  await schema
    .createTable('takeovers')
    .addColumn('_id', 'text', (c) => c.primaryKey())
    .addColumn('learnerid', 'text', (c) => c.notNull().references('learners._id').onDelete('cascade'))
    .addColumn('fromid', 'text', (c) => c.notNull().references('users._id').onDelete('cascade'))
    .addColumn('toid', 'text', (c) => c.notNull().references('users._id').onDelete('cascade'))
    // What the learner was called, which the account's name is in the place of.
    .addColumn('firstname', 'text')
    .addColumn('lastname', 'text')
    .addColumn('until', 'bigint', (c) => c.notNull())
    .addColumn('createdat', 'bigint', (c) => c.notNull())
    .execute();
  for (const column of ['learnerid', 'fromid', 'toid', 'until'])
    await schema.createIndex(`takeovers_${column}`).on('takeovers').column(column).execute();

  await schema
    .alterTable('apikeys')
    .addColumn('until', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute();
  await sql`update apikeys set until = ${Date.now() + YEAR_MS}`.execute(db);
}
