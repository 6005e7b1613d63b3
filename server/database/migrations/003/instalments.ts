import { type Kysely, sql } from 'kysely';

/** The parts in which invoices and places are paid, and which payments are for one. */
export async function addInstalments({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('instalments')
    .addColumn('_id', 'text', (c) => c.primaryKey())
    .addColumn('invoiceid', 'text', (c) => c.notNull().references('invoices._id'))
    .addColumn('userid', 'text')
    .addColumn('number', 'integer', (c) => c.notNull())
    .addColumn('day', 'text', (c) => c.notNull())
    .addColumn('amount', 'integer', (c) => c.notNull().check(sql`amount > 0`))
    .addColumn('state', 'text', (c) =>
      c.notNull().check(sql`state in ('due', 'trying', 'paid', 'failed', 'waived')`),
    )
    .addColumn('paymentid', 'text', (c) => c.references('familypayments._id'))
    .addColumn('attempts', 'integer', (c) => c.notNull())
    .addColumn('refusal', 'text')
    .addColumn('workat', 'bigint')
    .addColumn('lease', 'text')
    .addColumn('createdat', 'bigint', (c) => c.notNull())
    .addColumn('updatedat', 'bigint', (c) => c.notNull())
    .addCheckConstraint('instalments_trying', sql`state <> 'trying' or paymentid is not null`)
    .execute();
  await schema
    .createIndex('instalments_invoice')
    .on('instalments')
    .columns(['invoiceid', 'number'])
    .unique()
    .execute();
  await schema.createIndex('instalments_user').on('instalments').column('userid').execute();
  await schema.createIndex('instalments_payment').on('instalments').column('paymentid').execute();
  await schema.createIndex('instalments_work').on('instalments').column('workat').execute();
  await schema
    .createIndex('instalments_failed')
    .on('instalments')
    .columns(['day', '_id'])
    .where(sql.ref('state'), '=', sql.lit('failed'))
    .execute();
  await schema
    .createIndex('mandates_until')
    .on('mandates')
    .column('until')
    .where(sql.ref('state'), '=', sql.lit('saved'))
    .execute();
  await schema
    .alterTable('orders')
    .addColumn('restamount', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await schema.alterTable('orders').addColumn('plan', 'text').execute();
  await schema.alterTable('familypayments').addColumn('instalmentid', 'text').execute();
  await schema.alterTable('familypayments').addColumn('plan', 'text').execute();
  await schema.alterTable('familypayments').addColumn('agreedby', 'text').execute();
  await schema
    .alterTable('familypayments')
    .addColumn('offsession', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
}
