import { type Kysely, sql } from 'kysely';

/** When invoices are due and what they say. */
export async function makeBilling({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('billingsettings')
    .addColumn('_id', 'text', (c) => c.primaryKey())
    .addColumn('dueafterdays', 'integer', (c) => c.notNull())
    .addColumn('latefee', 'integer', (c) => c.check(sql`latefee > 0`))
    .addColumn('latefeeafterdays', 'integer')
    .addColumn('taxrate', 'integer', (c) => c.notNull().check(sql`taxrate between 0 and 999`))
    .addColumn('taxnumber', 'text')
    .addColumn('invoicetext', 'text')
    .addColumn('iban', 'text')
    .addColumn('bic', 'text')
    .addColumn('holder', 'text')
    .addColumn('version', 'integer', (c) => c.notNull())
    .addCheckConstraint('billingsettings_latefee', sql`(latefee is null) = (latefeeafterdays is null)`)
    .addCheckConstraint('billingsettings_bank', sql`(iban is null) = (holder is null)`)
    .execute();
}
