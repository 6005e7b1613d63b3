import { type Kysely, sql } from 'kysely';

/** The things of the school. */
export async function makeThings({ schema }: Kysely<unknown>) {
  await schema
    .createTable('things')
    .addColumn('_id', 'text', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull().defaultTo(1))
    .addColumn('createdat', 'bigint', (c) => c.notNull())
    .execute();
  await schema.createIndex('things_name').on('things').expression(sql`lower(name)`).execute();
}
