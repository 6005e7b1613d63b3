import { type Kysely, sql } from 'kysely';

/** Card payments that families make for their invoices, and of which of them something went back. */
export async function addFamilyPayments({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('ledger').addColumn('returnof', 'text').execute();
  await schema
    .createIndex('ledger_returnof')
    .on('ledger')
    .column('returnof')
    .where(sql.ref('returnof'), 'is not', null)
    .execute();
  await schema
    .createTable('familypayments')
    .addColumn('_id', 'text', (c) => c.primaryKey())
    .addColumn('userid', 'text', (c) => c.references('users._id').onDelete('set null'))
    .addColumn('invoiceids', 'text', (c) => c.notNull())
    .addColumn('amount', 'integer', (c) => c.notNull().check(sql`amount > 0`))
    .addColumn('currency', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull().check(sql`state in ('open', 'paid', 'ended')`))
    .addColumn('intentid', 'text')
    .addColumn('clientsecret', 'text')
    .addColumn('ledgerid', 'text', (c) => c.references('ledger._id'))
    .addColumn('cardlast4', 'text')
    .addColumn('workat', 'bigint')
    .addColumn('lease', 'text')
    .addColumn('createdat', 'bigint', (c) => c.notNull())
    .addColumn('updatedat', 'bigint', (c) => c.notNull())
    .addCheckConstraint('familypayments_paid', sql`(state = 'paid') = (ledgerid is not null)`)
    .execute();
  const index = (name: string) => schema.createIndex(`familypayments_${name}`).on('familypayments');
  await index('user').columns(['userid', 'state']).execute();
  await index('intent').column('intentid').unique().execute();
  await index('movement').column('ledgerid').unique().execute();
  await index('work').column('workat').execute();
}
