import { type Kysely, sql } from 'kysely';

/** Which accounts may owe something, what families were told of days on which invoices are due, reminders. */
export async function addDebts({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('openaccounts')
    .addColumn('userid', 'text', (c) => c.primaryKey().references('users._id').onDelete('cascade'))
    .addColumn('workat', 'bigint', (c) => c.notNull())
    .addColumn('lease', 'text')
    .execute();
  await schema.createIndex('openaccounts_work').on('openaccounts').column('workat').execute();
  await schema
    .createTable('duenotices')
    .addColumn('invoiceid', 'text', (c) => c.primaryKey().references('invoices._id'))
    .addColumn('soonat', 'bigint')
    .addColumn('overdueat', 'bigint')
    .addColumn('fee', 'integer', (c) => c.check(sql`fee > 0`))
    .addColumn('feeday', 'text')
    .addColumn('announcedat', 'bigint')
    .addColumn('feeat', 'bigint')
    .addCheckConstraint('duenotices_fee', sql`(fee is null) = (feeday is null)`)
    .addCheckConstraint(
      'duenotices_announced',
      sql`fee is not null or (announcedat is null and feeat is null)`,
    )
    .execute();
  await schema
    .createTable('debtreminders')
    .addColumn('_id', 'text', (c) => c.primaryKey())
    .addColumn('userid', 'text', (c) => c.notNull().references('users._id').onDelete('cascade'))
    .addColumn('key', 'text', (c) => c.notNull().unique())
    .addColumn('amount', 'integer', (c) => c.notNull().check(sql`amount > 0`))
    .addColumn('currency', 'text', (c) => c.notNull())
    .addColumn('byid', 'text', (c) => c.references('users._id').onDelete('set null'))
    .addColumn('createdat', 'bigint', (c) => c.notNull())
    .execute();
  await schema
    .createIndex('debtreminders_user')
    .on('debtreminders')
    .columns(['userid', 'createdat'])
    .execute();
  await schema
    .createIndex('debtreminders_byid')
    .on('debtreminders')
    .column('byid')
    .where(sql.ref('byid'), 'is not', null)
    .execute();
  // Since when a late fee is charged: null where there is none.
  await schema.alterTable('billingsettings').addColumn('latefeesince', 'bigint').execute();
}
