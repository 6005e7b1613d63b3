import type { Kysely } from 'kysely';

/** How often a person or network has uploaded lately, counted across processes. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('images_attempts')
    .addColumn('key', 'text', (c) => c.primaryKey())
    .addColumn('count', 'integer', (c) => c.notNull())
    .addColumn('until', 'bigint', (c) => c.notNull())
    .execute();
}
