import { type CreateTableBuilder, type Kysely, PostgresAdapter, sql } from 'kysely';

/** Accounts with several learners, guardians, several orders in one payment, and money that comes past the card service. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await copyRecords(db);
  await describeLearners(db);
  const { schema } = db;
  // Those who wait for seats together are offered them together.
  await schema.alterTable('waitlist').addColumn('groupid', 'text').execute();
  await schema
    .createIndex('waitlist_group')
    .on('waitlist')
    .column('groupid')
    .where(sql.ref('groupid'), 'is not', null)
    .execute();
  // In years.
  for (const column of ['agefrom', 'ageto'])
    await schema.alterTable('classes').addColumn(column, 'integer').execute();
}

async function describeLearners(db: Kysely<unknown>) {
  const { schema } = db;
  for (const column of ['firstname', 'lastname', 'born', 'note', 'importid'])
    await schema.alterTable('learners').addColumn(column, 'text').execute();
  await schema.alterTable('users').addColumn('phone', 'text').execute();
  await schema.alterTable('users').addColumn('importid', 'text').execute();
  for (const table of ['learners', 'users'])
    await schema
      .createIndex(`${table}_import`)
      .on(table)
      .column('importid')
      .where(sql.ref('importid'), 'is not', null)
      .execute();

  // Whether somebody of the same name, born on the same day, is a child already.
  await schema
    .createIndex('learners_born')
    .on('learners')
    .column('born')
    .where(sql.ref('born'), 'is not', null)
    .execute();

  await schema
    .createTable('guardians')
    .addColumn('learnerid', 'text', (c) => c.notNull().references('learners._id').onDelete('cascade'))
    .addColumn('userid', 'text', (c) => c.notNull().references('users._id').onDelete('cascade'))
    .addColumn('mayenrol', 'integer', (c) => c.notNull().check(sql`mayenrol in (0, 1)`))
    .addColumn('maypay', 'integer', (c) => c.notNull().check(sql`maypay in (0, 1)`))
    .addColumn('getsmail', 'integer', (c) => c.notNull().check(sql`getsmail in (0, 1)`))
    .addColumn('createdat', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('guardians_once', ['learnerid', 'userid'])
    .execute();
  await schema.createIndex('guardians_user').on('guardians').column('userid').execute();

  await schema
    .createTable('claims')
    .addColumn('hash', 'text', (c) => c.primaryKey())
    .addColumn('kind', 'text', (c) => c.notNull().check(sql`kind in ('guardian', 'family', 'takeover')`))
    .addColumn('learnerid', 'text', (c) => c.notNull().references('learners._id').onDelete('cascade'))
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('mayenrol', 'integer', (c) => c.notNull())
    .addColumn('maypay', 'integer', (c) => c.notNull())
    .addColumn('getsmail', 'integer', (c) => c.notNull())
    // Who asked for it: it ends with their right to.
    .addColumn('byid', 'text', (c) => c.notNull().references('users._id').onDelete('cascade'))
    .addColumn('until', 'bigint', (c) => c.notNull())
    .addColumn('createdat', 'bigint', (c) => c.notNull())
    .execute();
  await schema.createIndex('claims_learner').on('claims').columns(['learnerid', 'email']).execute();
  // How many somebody has asked, and been asked, of late.
  await schema.createIndex('claims_by').on('claims').columns(['byid', 'createdat']).execute();
  await schema.createIndex('claims_email').on('claims').columns(['email', 'createdat']).execute();

  await schema
    .createTable('imports')
    .addColumn('_id', 'text', (c) => c.primaryKey())
    .addColumn('actorid', 'text', (c) => c.references('users._id').onDelete('set null'))
    .addColumn('actorname', 'text', (c) => c.notNull())
    .addColumn('rows', 'integer', (c) => c.notNull())
    .addColumn('lines', 'integer', (c) => c.notNull())
    .addColumn('linesdone', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('createdat', 'bigint', (c) => c.notNull())
    .addColumn('changedat', 'bigint', (c) => c.notNull())
    .addColumn('undoneat', 'bigint')
    .execute();

  await schema
    .createTable('merges')
    .addColumn('_id', 'text', (c) => c.primaryKey())
    .addColumn('kind', 'text', (c) => c.notNull().check(sql`kind in ('user', 'learner')`))
    .addColumn('keptid', 'text', (c) => c.notNull())
    .addColumn('droppedid', 'text', (c) => c.notNull())
    // What to put back, as JSON.
    .addColumn('undo', 'text', (c) => c.notNull())
    .addColumn('actorid', 'text', (c) => c.references('users._id').onDelete('set null'))
    .addColumn('createdat', 'bigint', (c) => c.notNull())
    .addColumn('undoneat', 'bigint')
    .execute();
  await schema.createIndex('merges_kept').on('merges').column('keptid').execute();
  // What is kept to undo them goes after a day.
  await schema
    .createIndex('merges_undo')
    .on('merges')
    .column('createdat')
    .where(sql.ref('undo'), '<>', sql`'{}'`)
    .execute();
  await schema.createIndex('merges_dropped').on('merges').column('droppedid').execute();
  if (db.getExecutor().adapter instanceof PostgresAdapter) await indexPartsOfNames(db);
}

/** A part of a child's name is found as one of an account's, by the index of 014 where there can be one. */
async function indexPartsOfNames(db: Kysely<unknown>) {
  await sql`do $$ begin
    create index learners_parts on learners using gin (lower(firstname) gin_trgm_ops, lower(lastname) gin_trgm_ops);
  exception when others then raise notice 'Without pg_trgm: %', sqlerrm;
  end $$`.execute(db);
}

/** SQLite cannot change what a table is unique by or checks, so each is copied, and with the orders all that refers to them. */
async function copyRecords(db: Kysely<unknown>) {
  for (const { name, columns, build } of COPIED) {
    await build(db.schema.createTable(`${name}_new`)).execute();
    const all = sql.join(columns.map((column) => sql.ref(column)));
    await sql`insert into ${sql.table(`${name}_new`)} (${all}) select ${all} from ${sql.table(name)}`.execute(
      db,
    );
  }
  for (const { name } of COPIED.toReversed()) await db.schema.dropTable(name).execute();
  for (const { name } of COPIED) await db.schema.alterTable(`${name}_new`).renameTo(name).execute();
  await makeIndexes(db);
}

type Table = CreateTableBuilder<string, string>;
type Copied = { name: string; columns: readonly string[]; build: (table: Table) => Table };

const STATES = sql`('held', 'intent', 'expiring', 'expired', 'enrolled', 'refund_due', 'refunded', 'refund_failed')`;
const KINDS = sql`('charge', 'refund', 'refund_failed', 'chargeback', 'cash', 'transfer', 'cash_refund', 'transfer_refund')`;

/** In the order in which they refer to each other. */
const COPIED: readonly Copied[] = [
  {
    name: 'orders',
    columns: [
      '_id',
      'learnerid',
      'userid',
      'classid',
      'amount',
      'currency',
      'state',
      'intentid',
      'clientsecret',
      'paidat',
      'cardlast4',
      'refundid',
      'refundattempt',
      'withdrawn',
      'goodwill',
      'attention',
      'reason',
      'holduntil',
      'workat',
      'lease',
      'createdat',
      'updatedat',
    ],
    build: (table) =>
      table
        .addColumn('_id', 'text', (c) => c.primaryKey())
        // Orders that one payment pays share it.
        .addColumn('checkoutid', 'text')
        .addColumn('learnerid', 'text', (c) => c.notNull().references('learners._id'))
        .addColumn('userid', 'text', (c) => c.references('users._id').onDelete('set null'))
        .addColumn('classid', 'text', (c) => c.references('classes._id'))
        .addColumn('amount', 'integer', (c) => c.notNull().check(sql`amount >= 0`))
        .addColumn('currency', 'text', (c) => c.notNull())
        .addColumn('state', 'text', (c) => c.notNull().check(sql`state in ${STATES}`))
        .addColumn('paidby', 'text', (c) =>
          c.notNull().defaultTo('card').check(sql`paidby in ('card', 'cash', 'transfer', 'due')`),
        )
        .addColumn('intentid', 'text')
        .addColumn('clientsecret', 'text')
        .addColumn('paidat', 'bigint')
        .addColumn('cardlast4', 'text')
        .addColumn('refundid', 'text')
        .addColumn('refundattempt', 'integer', (c) => c.notNull())
        .addColumn('refundamount', 'integer')
        .addColumn('withdrawn', 'integer', (c) => c.notNull().defaultTo(0).check(sql`withdrawn >= 0`))
        .addColumn('goodwill', 'integer', (c) => c.notNull().defaultTo(0).check(sql`goodwill >= 0`))
        .addColumn('attention', 'text')
        .addColumn('reason', 'text')
        .addColumn('holduntil', 'bigint', (c) => c.notNull())
        .addColumn('workat', 'bigint')
        .addColumn('lease', 'text')
        .addColumn('createdat', 'bigint', (c) => c.notNull())
        .addColumn('updatedat', 'bigint', (c) => c.notNull())
        .addCheckConstraint('orders_bound', sql`classid is not null or state <> 'enrolled'`)
        .addCheckConstraint('orders_intent', sql`state <> 'intent' or intentid is not null`)
        .addCheckConstraint('orders_refund', sql`(state = 'refunded') = (refundid is not null)`),
  },
  {
    name: 'enrolments',
    columns: ['_id', 'learnerid', 'classid', 'transactionId', 'price', 'currency', 'date', 'canceluntil'],
    build: (table) =>
      table
        .addColumn('_id', 'text', (c) => c.primaryKey().references('orders_new._id'))
        .addColumn('learnerid', 'text', (c) => c.notNull().references('learners._id'))
        .addColumn('classid', 'text', (c) => c.notNull().references('classes._id'))
        .addColumn('transactionId', 'text', (c) => c.notNull())
        .addColumn('price', 'integer', (c) => c.notNull())
        .addColumn('currency', 'text', (c) => c.notNull())
        .addColumn('date', 'bigint', (c) => c.notNull())
        .addColumn('canceluntil', 'bigint'),
  },
  {
    name: 'ledger',
    columns: ['_id', 'orderid', 'kind', 'ref', 'amount', 'createdat', 'seats'],
    build: (table) =>
      table
        .addColumn('_id', 'text', (c) => c.primaryKey())
        // Null where it moved for all the orders of a checkout.
        .addColumn('orderid', 'text', (c) => c.references('orders_new._id'))
        .addColumn('checkoutid', 'text')
        .addColumn('kind', 'text', (c) => c.notNull().check(sql`kind in ${KINDS}`))
        .addColumn('ref', 'text', (c) => c.notNull())
        .addColumn('amount', 'integer', (c) => c.notNull())
        .addColumn('createdat', 'bigint', (c) => c.notNull())
        .addColumn('seats', 'integer', (c) => c.notNull().defaultTo(1))
        .addCheckConstraint('ledger_belongs', sql`orderid is not null or checkoutid is not null`),
  },
  {
    name: 'waitlist',
    columns: ['_id', 'learnerid', 'classid', 'state', 'offeruntil', 'orderid', 'createdat'],
    build: (table) =>
      table
        .addColumn('_id', 'text', (c) => c.primaryKey())
        .addColumn('learnerid', 'text', (c) => c.notNull().references('learners._id'))
        .addColumn('classid', 'text', (c) => c.notNull().references('classes._id'))
        .addColumn('state', 'text', (c) =>
          c.notNull().check(sql`state in ('waiting', 'kept', 'offered', 'taken', 'closed')`),
        )
        .addColumn('offeruntil', 'bigint')
        .addColumn('orderid', 'text', (c) => c.references('orders_new._id'))
        .addColumn('createdat', 'bigint', (c) => c.notNull())
        .addCheckConstraint(
          'waitlist_offer',
          sql`state not in ('kept', 'offered') or offeruntil is not null`,
        ),
  },
];

/** On PostgreSQL the names of indexes are free again only now. */
async function makeIndexes({ schema }: Kysely<unknown>) {
  const index = (name: string, table: string, columns: string[]) =>
    schema.createIndex(name).on(table).columns(columns);
  const isOpen = sql`('held', 'intent', 'expiring', 'enrolled')`;
  const isWaiting = sql`('waiting', 'kept', 'offered', 'taken')`;
  const together = (name: string, table: string) =>
    index(name, table, ['checkoutid', '_id']).where(sql.ref('checkoutid'), 'is not', null).execute();

  await index('orders_open_once', 'orders', ['learnerid', 'classid'])
    .unique()
    .where(sql.ref('state'), 'in', isOpen)
    .execute();
  // The one above holds a rule, and SQLite does not search it with states that are bound.
  await index('orders_learner', 'orders', ['learnerid', 'classid']).execute();
  await index('orders_user', 'orders', ['userid']).execute();
  await index('orders_class', 'orders', ['classid', 'state']).execute();
  await index('orders_work', 'orders', ['workat']).execute();
  await index('orders_paid', 'orders', ['paidat']).execute();
  await index('orders_owed', 'orders', ['_id']).where(sql.ref('paidby'), '=', sql`'due'`).execute();
  await index('orders_attention', 'orders', ['_id']).where(sql.ref('attention'), 'is not', null).execute();
  // One order for each payment, or those of one checkout.
  await schema
    .createIndex('orders_intent')
    .on('orders')
    .expression(sql`intentid, (case when checkoutid is null then '' else _id end)`)
    .unique()
    .execute();
  await together('orders_checkout', 'orders');

  await index('enrolments_once', 'enrolments', ['learnerid', 'classid']).unique().execute();
  await index('enrolments_class', 'enrolments', ['classid', '_id']).execute();

  await index('ledger_once', 'ledger', ['kind', 'ref']).unique().execute();
  await index('ledger_order', 'ledger', ['orderid', '_id']).execute();
  await index('ledger_charge_once', 'ledger', ['orderid'])
    .unique()
    .where(sql.ref('kind'), '=', sql`'charge'`)
    .execute();
  await index('ledger_sums', 'ledger', ['createdat', 'kind', 'amount', 'seats']).execute();
  await together('ledger_checkout', 'ledger');

  await index('waitlist_once', 'waitlist', ['learnerid', 'classid'])
    .unique()
    .where(sql.ref('state'), 'in', isWaiting)
    .execute();
  await index('waitlist_learner', 'waitlist', ['learnerid', 'classid']).execute();
  await index('waitlist_line', 'waitlist', ['classid', 'state', '_id']).execute();
  await index('waitlist_offers', 'waitlist', ['state', 'offeruntil']).execute();
  await index('waitlist_order', 'waitlist', ['orderid']).execute();
}
