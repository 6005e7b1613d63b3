import { type Kysely, sql } from 'kysely';

/** What is stored, for whom, and when to look whether it is still used. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await schema
    .createTable('images')
    .addColumn('hash', 'text', (c) => c.primaryKey())
    .addColumn('pool', 'text', (c) => c.notNull().check(sql`pool in ('strangers', 'people')`))
    .addColumn('owner', 'text')
    .addColumn('network', 'text')
    .addColumn('bytes', 'bigint', (c) => c.notNull())
    .addColumn('uploadedat', 'bigint', (c) => c.notNull())
    .addColumn('checkat', 'bigint', (c) => c.notNull())
    .addColumn('deleting', 'integer', (c) => c.notNull().check(sql`deleting in (0, 1)`))
    .execute();
  await schema.createIndex('images_check').on('images').column('checkat').execute();
  await schema.createIndex('images_owner').on('images').columns(['owner', 'uploadedat']).execute();
  await schema.createIndex('images_network').on('images').columns(['network', 'uploadedat']).execute();
  await schema.createIndex('images_pool').on('images').columns(['pool', 'uploadedat']).execute();
  // One row, locked by anyone who reserves space, so that uploads that race cannot pass a limit together.
  await schema
    .createTable('images_lock')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .execute();
  await sql`insert into images_lock (id) values (1)`.execute(db);
}
