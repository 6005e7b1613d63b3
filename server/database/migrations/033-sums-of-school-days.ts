import { type Kysely, PostgresAdapter, sql } from 'kysely';

/** Sums by the school's own days, the day that stands on a receipt, and what a place costs by the rule where another sum was agreed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  // The school adds them up again within the hour.
  await schema.dropTable('ledgerdays').execute();
  await schema
    .createTable('ledgerdays')
    .addColumn('startsat', 'bigint', (c) => c.notNull())
    .addColumn('endsat', 'bigint', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('amount', 'bigint', (c) => c.notNull())
    .addColumn('seats', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('ledgerdays_day', ['startsat', 'kind'])
    .addCheckConstraint('ledgerdays_moments', sql`startsat < endsat`)
    .execute();

  for (const column of ['receiptday', 'amountreason'])
    await schema.alterTable('orders').addColumn(column, 'text').execute();
  await schema.alterTable('orders').addColumn('fullamount', 'integer').execute();
  // What is owed for places of a month.
  await schema
    .createIndex('orders_owed_since')
    .on('orders')
    .column('createdat')
    .where(sql.ref('paidby'), '=', sql`'due'`)
    .execute();
  // What was issued keeps its number, which had the day in UTC.
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const day = isPostgres
    ? sql`to_char(to_timestamp(coalesce(paidat, createdat) / 1000) at time zone 'UTC', 'YYYY-MM-DD')`
    : sql`date(coalesce(paidat, createdat) / 1000, 'unixepoch')`;
  await sql`update orders set receiptday = ${day} where paidat is not null or paidby = 'due'`.execute(db);
  await strikeDebts(db);
}

/** Nothing is owed any more for places in classes that were deleted. */
async function strikeDebts(db: Kysely<unknown>) {
  const struck = sql`select o._id from orders o join classes c on c._id = o.classid
    where o.paidby = 'due' and o.state = 'enrolled' and c.deletedat is not null`;
  await sql`update enrolments set price = 0 where _id in (${struck})`.execute(db);
  await sql`update orders set fullamount = amount, amount = 0, paidby = 'card', paidat = createdat,
    amountreason = 'The class is no longer offered, so nothing is owed for it.' where _id in (${struck})`.execute(
    db,
  );
}
