import type { Kysely } from 'kysely';

/** What instructors write of themselves. It goes with the account. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('instructors')
    .addColumn('userid', 'text', (c) => c.primaryKey().references('users._id').onDelete('cascade'))
    .addColumn('words', 'text', (c) => c.notNull())
    .addColumn('instruments', 'text', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('changedat', 'bigint', (c) => c.notNull())
    .execute();
}
