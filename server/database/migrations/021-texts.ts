import type { Kysely } from 'kysely';

/** The school's own texts, each version of them, and who agreed to which. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('texts')
    .addColumn('slug', 'text', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('markdown', 'text', (c) => c.notNull())
    .addColumn('authorid', 'text')
    .addColumn('updatedat', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('texts_version', ['slug', 'version'])
    .execute();
  await schema
    .createTable('consents')
    .addColumn('userid', 'text', (c) => c.notNull())
    .addColumn('slug', 'text', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('createdat', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('consents_once', ['userid', 'slug'])
    .execute();
}
