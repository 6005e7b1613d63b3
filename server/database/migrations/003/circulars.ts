import { type Kysely, sql } from 'kysely';

/** What the school writes to many families at once, and to whom each went. */
export async function addCirculars({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('circulars')
    .addColumn('_id', 'text', (c) => c.primaryKey())
    .addColumn('byid', 'text')
    .addColumn('aim', 'text', (c) => c.notNull().check(sql`aim in ('class', 'term', 'owing')`))
    .addColumn('aimid', 'text')
    .addColumn('aimname', 'text')
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('text', 'text', (c) => c.notNull())
    .addColumn('key', 'text')
    .addColumn('families', 'integer', (c) => c.notNull())
    .addColumn('unreached', 'integer', (c) => c.notNull())
    .addColumn('createdat', 'bigint', (c) => c.notNull())
    .execute();
  await schema.createIndex('circulars_by').on('circulars').columns(['byid', 'createdat']).execute();
  await schema.createIndex('circulars_age').on('circulars').column('createdat').execute();
  await schema
    .createTable('circularrecipients')
    .addColumn('_id', 'text', (c) => c.primaryKey())
    .addColumn('circularid', 'text', (c) => c.notNull().references('circulars._id').onDelete('cascade'))
    .addColumn('userid', 'text', (c) => c.notNull().references('users._id').onDelete('cascade'))
    .addColumn('mailid', 'text')
    .addColumn('createdat', 'bigint', (c) => c.notNull())
    .execute();
  for (const column of ['circularid', 'userid', 'createdat'])
    await schema
      .createIndex(`circularrecipients_${column}`)
      .on('circularrecipients')
      .column(column)
      .execute();
}
