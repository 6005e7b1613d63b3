import type { Kysely } from 'kysely';

/** Calendars that teachers give, and when they are busy by them. */
export async function addBusy({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('busycalendars')
    .addColumn('userid', 'text', (c) => c.primaryKey().references('users._id').onDelete('cascade'))
    .addColumn('url', 'text', (c) => c.notNull())
    .addColumn('givenat', 'bigint', (c) => c.notNull())
    .addColumn('readat', 'bigint')
    .addColumn('problem', 'text')
    .addColumn('workat', 'bigint', (c) => c.notNull())
    .addColumn('lease', 'text')
    .execute();
  await schema.createIndex('busycalendars_due').on('busycalendars').column('workat').execute();
  await schema
    .createTable('busytimes')
    .addColumn('userid', 'text', (c) => c.notNull().references('busycalendars.userid').onDelete('cascade'))
    .addColumn('startsat', 'bigint', (c) => c.notNull())
    .addColumn('endsat', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('busytimes_pk', ['userid', 'startsat'])
    .execute();
  // What ends before a span is read over by the office: of one calendar so few that it costs nothing.
  await schema.createIndex('busytimes_end').on('busytimes').columns(['endsat', 'startsat']).execute();
}
