import type { Kysely } from 'kysely';

/** What people ask the school, and what the office answered. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('questions')
    .addColumn('_id', 'text', (c) => c.primaryKey())
    .addColumn('userid', 'text')
    .addColumn('email', 'text')
    .addColumn('name', 'text')
    .addColumn('text', 'text', (c) => c.notNull())
    .addColumn('classid', 'text')
    .addColumn('answer', 'text')
    .addColumn('answeredat', 'bigint')
    .addColumn('byid', 'text')
    .addColumn('createdat', 'bigint', (c) => c.notNull())
    .execute();
  await schema.createIndex('questions_age').on('questions').columns(['createdat', '_id']).execute();
  await schema.createIndex('questions_user').on('questions').column('userid').execute();
  await schema.createIndex('questions_email').on('questions').column('email').execute();
  await schema.createIndex('questions_by').on('questions').column('byid').execute();
}
