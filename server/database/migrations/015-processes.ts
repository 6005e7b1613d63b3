import type { Kysely } from 'kysely';

/** What the processes on one database tell each other. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('contentversions')
    .addColumn('content', 'text', (c) => c.primaryKey())
    .addColumn('version', 'bigint', (c) => c.notNull())
    .execute();
  await schema
    .createTable('callcounts')
    .addColumn('key', 'text', (c) => c.primaryKey())
    .addColumn('count', 'bigint', (c) => c.notNull())
    .addColumn('until', 'bigint', (c) => c.notNull())
    .execute();
}
