import type { Kysely } from 'kysely';

/** What the school says of itself, in its records instead of the environment, which makes the row at the next start. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('school')
    .addColumn('_id', 'text', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('tagline', 'text')
    .addColumn('street', 'text')
    .addColumn('postcode', 'text')
    .addColumn('town', 'text')
    .addColumn('country', 'text')
    .addColumn('phone', 'text')
    .addColumn('email', 'text')
    .addColumn('hours', 'text')
    .addColumn('timezone', 'text')
    .addColumn('currency', 'text', (c) => c.notNull())
    .addColumn('enrolmentprice', 'bigint')
    .addColumn('cancelwithin', 'bigint', (c) => c.notNull())
    .addColumn('logo', 'text')
    .addColumn('palette', 'text')
    .addColumn('welcome', 'text')
    .addColumn('version', 'integer', (c) => c.notNull())
    .execute();
  await schema
    .createTable('facts')
    .addColumn('_id', 'text', (c) => c.primaryKey())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('title', 'text')
    .addColumn('words', 'text')
    .addColumn('byline', 'text')
    .addColumn('day', 'text')
    .addColumn('position', 'integer', (c) => c.notNull())
    .execute();
}
