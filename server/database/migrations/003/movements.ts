import { type Kysely, sql } from 'kysely';

const KINDS = sql`('charge', 'refund', 'refund_failed', 'chargeback', 'cash', 'transfer', 'cash_refund', 'transfer_refund')`;

/**
 * What moved for a family and for no single place, and which places and invoices it paid. The table is made
 * anew, since SQLite takes no rule off one.
 */
export async function widenLedger(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await schema
    .createTable('ledger_new')
    .addColumn('_id', 'text', (c) => c.primaryKey())
    .addColumn('orderid', 'text', (c) => c.references('orders._id'))
    .addColumn('checkoutid', 'text')
    .addColumn('kind', 'text', (c) => c.notNull().check(sql`kind in ${KINDS}`))
    .addColumn('ref', 'text', (c) => c.notNull())
    .addColumn('amount', 'integer', (c) => c.notNull())
    .addColumn('createdat', 'bigint', (c) => c.notNull())
    .addColumn('seats', 'integer', (c) => c.notNull().defaultTo(1))
    .addColumn('userid', 'text', (c) => c.references('users._id').onDelete('set null'))
    .addColumn('day', 'text')
    .execute();
  await sql`
    insert into ledger_new (_id, orderid, checkoutid, kind, ref, amount, createdat, seats)
    select _id, orderid, checkoutid, kind, ref, amount, createdat, seats from ledger
  `.execute(db);
  await schema.dropTable('ledger').execute();
  await schema.alterTable('ledger_new').renameTo('ledger').execute();
  const index = (name: string, columns: string[]) => schema.createIndex(name).on('ledger').columns(columns);
  await index('ledger_once', ['kind', 'ref']).unique().execute();
  await index('ledger_order', ['orderid', '_id']).execute();
  await index('ledger_charge_once', ['orderid']).unique().where(sql<boolean>`kind = 'charge'`).execute();
  await index('ledger_sums', ['createdat', 'kind', 'amount', 'seats']).execute();
  // What families paid for whatever they owe.
  await index('ledger_beside', ['createdat'])
    .where(sql<boolean>`coalesce(orderid, checkoutid) is null`)
    .execute();
  await index('ledger_checkout', ['checkoutid', '_id'])
    .where(sql.ref('checkoutid'), 'is not', null)
    .execute();
  await index('ledger_family', ['userid', '_id']).where(sql.ref('userid'), 'is not', null).execute();
  await schema
    .createTable('allocations')
    .addColumn('ledgerid', 'text', (c) => c.references('ledger._id'))
    .addColumn('chargeid', 'text', (c) => c.references('charges._id'))
    .addColumn('orderid', 'text', (c) => c.references('orders._id'))
    .addColumn('invoiceid', 'text')
    .addColumn('amount', 'integer', (c) => c.notNull().check(sql`amount > 0`))
    .addColumn('seats', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('createdat', 'bigint', (c) => c.notNull())
    .addCheckConstraint('allocations_of', sql`(orderid is null) <> (invoiceid is null)`)
    // What lowers what a family owes pays invoices alone: a place has what was paid for it.
    .addCheckConstraint('allocations_by', sql`(ledgerid is null) <> (chargeid is null)`)
    .addCheckConstraint('allocations_credit', sql`chargeid is null or invoiceid is not null`)
    .execute();
  await schema.createIndex('allocations_ledger').on('allocations').column('ledgerid').execute();
  await schema.createIndex('allocations_createdat').on('allocations').column('createdat').execute();
  for (const column of ['chargeid', 'orderid', 'invoiceid'])
    await schema
      .createIndex(`allocations_${column}`)
      .on('allocations')
      .column(column)
      .where(sql.ref(column), 'is not', null)
      .execute();
}
