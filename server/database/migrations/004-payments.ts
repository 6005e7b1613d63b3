import { type Kysely, sql } from 'kysely';

/** What went back of a payment by any way, what an admin has to look at, and whose address is proved. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await schema
    .alterTable('users')
    .addColumn('emailverified', 'integer', (c) =>
      c.notNull().defaultTo(0).check(sql`emailverified in (0, 1)`),
    )
    .execute();

  for (const name of ['withdrawn', 'goodwill']) {
    await schema
      .alterTable('orders')
      .addColumn(name, 'integer', (c) =>
        c
          .notNull()
          .defaultTo(0)
          .check(sql`${sql.ref(name)} >= 0`),
      )
      .execute();
  }
  await schema.alterTable('orders').addColumn('attention', 'text').execute();
  await schema
    .createIndex('orders_attention')
    .on('orders')
    .column('_id')
    .where(sql.ref('attention'), 'is not', null)
    .execute();
  await sql`update orders set attention = 'refund-failed' where state = 'refund_failed'`.execute(db);

  // SQLite cannot change a check, so both tables are copied.
  await schema
    .createTable('ledger_new')
    .addColumn('_id', 'text', (c) => c.primaryKey())
    .addColumn('orderid', 'text', (c) => c.notNull().references('orders._id'))
    .addColumn('kind', 'text', (c) =>
      c.notNull().check(sql`kind in ('charge', 'refund', 'refund_failed', 'chargeback')`),
    )
    .addColumn('ref', 'text', (c) => c.notNull())
    .addColumn('amount', 'integer', (c) => c.notNull())
    .addColumn('createdat', 'bigint', (c) => c.notNull())
    .addUniqueConstraint('ledger_once', ['kind', 'ref'])
    .execute();
  await sql`insert into ledger_new (_id, orderid, kind, ref, amount, createdat)
    select _id, orderid, kind, ref, amount, createdat from ledger`.execute(db);
  await schema.dropTable('ledger').execute();
  await schema.alterTable('ledger_new').renameTo('ledger').execute();
  await schema.createIndex('ledger_order').on('ledger').columns(['orderid', '_id']).execute();
  await schema
    .createIndex('ledger_charge_once')
    .on('ledger')
    .column('orderid')
    .unique()
    .where(sql.ref('kind'), '=', sql`'charge'`)
    .execute();
  await schema.createIndex('ledger_week').on('ledger').columns(['createdat']).execute();

  await schema
    .createTable('changes_new')
    .addColumn('_id', 'text', (c) => c.primaryKey())
    .addColumn('about', 'text', (c) => c.notNull().check(sql`about in ('class', 'user', 'payment')`))
    .addColumn('subjectid', 'text', (c) => c.notNull())
    .addColumn('subjectname', 'text', (c) => c.notNull())
    .addColumn('action', 'text', (c) => c.notNull())
    .addColumn('before', 'text')
    .addColumn('after', 'text')
    .addColumn('note', 'text')
    .addColumn('actorid', 'text')
    .addColumn('actorname', 'text')
    .addColumn('createdat', 'bigint', (c) => c.notNull())
    .execute();
  await sql`insert into changes_new
      (_id, about, subjectid, subjectname, action, "before", "after", note, actorid, actorname, createdat)
    select _id, about, subjectid, subjectname, action, "before", "after", note, actorid, actorname, createdat
    from changes`.execute(db);
  await schema.dropTable('changes').execute();
  await schema.alterTable('changes_new').renameTo('changes').execute();
  await schema.createIndex('changes_about').on('changes').columns(['about', '_id']).execute();
  await schema.createIndex('changes_subject').on('changes').columns(['subjectid', '_id']).execute();
}
