import { type Kysely, sql } from 'kysely';

/** Invoices and credit notes, what each is over, and the numbers that they took. */
export async function makeInvoices({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('invoicenumbers')
    .addColumn('year', 'text', (c) => c.primaryKey())
    .addColumn('last', 'integer', (c) => c.notNull())
    .execute();
  await schema
    .createTable('invoices')
    .addColumn('_id', 'text', (c) => c.primaryKey())
    .addColumn('number', 'text', (c) => c.notNull().unique())
    .addColumn('userid', 'text', (c) => c.references('users._id').onDelete('set null'))
    .addColumn('kind', 'text', (c) => c.notNull().check(sql`kind in ('invoice', 'credit')`))
    .addColumn('state', 'text', (c) => c.notNull().check(sql`state in ('issued', 'void')`))
    .addColumn('cancels', 'text', (c) => c.unique().references('invoices._id'))
    .addColumn('issuedday', 'text', (c) => c.notNull())
    .addColumn('dueday', 'text')
    .addColumn('total', 'integer', (c) => c.notNull())
    .addColumn('currency', 'text', (c) => c.notNull())
    .addColumn('printed', 'text', (c) => c.notNull())
    .addColumn('byid', 'text', (c) => c.references('users._id').onDelete('set null'))
    .addColumn('createdat', 'bigint', (c) => c.notNull())
    .addCheckConstraint('invoices_cancels', sql`(kind = 'credit') = (cancels is not null)`)
    .execute();
  await schema.createIndex('invoices_user').on('invoices').columns(['userid', '_id']).execute();
  await schema
    .createIndex('invoices_byid')
    .on('invoices')
    .column('byid')
    .where(sql.ref('byid'), 'is not', null)
    .execute();
  await schema
    .createTable('invoicelines')
    .addColumn('_id', 'text', (c) => c.primaryKey())
    .addColumn('invoiceid', 'text', (c) => c.notNull().references('invoices._id'))
    .addColumn('chargeid', 'text', (c) => c.references('charges._id'))
    .addColumn('orderid', 'text', (c) => c.references('orders._id'))
    .addColumn('stands', 'integer', (c) => c.notNull())
    .addCheckConstraint('invoicelines_one', sql`(chargeid is null) <> (orderid is null)`)
    .execute();
  await schema.createIndex('invoicelines_invoice').on('invoicelines').column('invoiceid').execute();
  for (const column of ['chargeid', 'orderid']) {
    await schema
      .createIndex(`invoicelines_${column}`)
      .on('invoicelines')
      .column(column)
      .where(sql.ref(column), 'is not', null)
      .execute();
    // A charge or a place is on one invoice that is not void.
    await schema
      .createIndex(`invoicelines_once_${column}`)
      .unique()
      .on('invoicelines')
      .column(column)
      .where(sql.ref('stands'), '=', sql.lit(1))
      .execute();
  }
}
