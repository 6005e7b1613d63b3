import type { Kysely } from 'kysely';

/** What the processes on one database tell each other. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('contentversions')
    .addColumn('content', 'text', (c) => c.primaryKey())
    .addColumn('version', 'bigint', (c) => c.notNull())
    .execute();
}
