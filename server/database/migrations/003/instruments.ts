import { type Kysely, sql } from 'kysely';

/** The instruments that the school teaches, and those of each class. */
export async function makeInstruments({ schema }: Kysely<unknown>) {
  await schema
    .createTable('instruments')
    .addColumn('_id', 'text', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('image', 'text', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull().defaultTo(1))
    .addColumn('createdat', 'bigint', (c) => c.notNull())
    .execute();
  await schema
    .createIndex('instruments_name')
    .unique()
    .on('instruments')
    .expression(sql`lower(name)`)
    .execute();

  await schema
    .createTable('classinstruments')
    .addColumn('classid', 'text', (c) => c.notNull().references('classes._id').onDelete('cascade'))
    .addColumn('instrumentid', 'text', (c) => c.notNull().references('instruments._id').onDelete('cascade'))
    .addPrimaryKeyConstraint('classinstruments_pk', ['classid', 'instrumentid'])
    .execute();
  await schema
    .createIndex('classinstruments_instrument')
    .on('classinstruments')
    .columns(['instrumentid', 'classid'])
    .execute();
}
