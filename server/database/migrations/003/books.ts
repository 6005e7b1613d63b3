import { type Kysely, sql } from 'kysely';

/** What an accountant's files of a month are read by, and what families get back of their credit. */
export async function addBooks({ schema }: Kysely<unknown>): Promise<void> {
  await schema.createIndex('charges_day').on('charges').columns(['day', '_id']).execute();
  await schema.createIndex('invoices_day').on('invoices').columns(['issuedday', '_id']).execute();
  await schema
    .createTable('familyrefunds')
    .addColumn('_id', 'text', (c) => c.primaryKey())
    .addColumn('userid', 'text', (c) => c.references('users._id').onDelete('set null'))
    .addColumn('card', 'integer', (c) => c.notNull().check(sql`card >= 0`))
    .addColumn('byhand', 'integer', (c) => c.notNull().check(sql`byhand >= 0`))
    .addColumn('kind', 'text', (c) => c.notNull().check(sql`kind in ('cash', 'transfer')`))
    .addColumn('currency', 'text', (c) => c.notNull())
    .addColumn('key', 'text', (c) => c.notNull().unique())
    .addColumn('paymentid', 'text')
    .addColumn('intentid', 'text')
    .addColumn('cardlast4', 'text')
    .addColumn('refundid', 'text')
    .addColumn('state', 'text', (c) =>
      c.notNull().check(sql`state in ('none', 'due', 'done', 'refused', 'failed')`),
    )
    .addColumn('byid', 'text', (c) => c.references('users._id').onDelete('set null'))
    .addColumn('workat', 'bigint')
    .addColumn('lease', 'text')
    .addColumn('createdat', 'bigint', (c) => c.notNull())
    .execute();
  await schema.createIndex('familyrefunds_user').on('familyrefunds').columns(['userid', '_id']).execute();
  for (const column of ['paymentid', 'intentid', 'byid', 'workat'])
    await schema
      .createIndex(`familyrefunds_${column}`)
      .on('familyrefunds')
      .column(column)
      .where(sql.ref(column), 'is not', null)
      .execute();
}
