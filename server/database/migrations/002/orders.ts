import { type CreateTableBuilder, type Kysely, PostgresAdapter, type RawBuilder, sql } from 'kysely';
import type { Before } from './before.ts';

/**
 * Selections, orders, enrolments, movements of money and waiting lists: SQLite cannot change what a table
 * refers to, checks or is unique by, so each is copied. Where a row had an address it has a learner, found by
 * the address in any case of its letters.
 */
export async function copyRecords(db: Kysely<Before>) {
  for (const { name, build, columns, carried, hasLearner } of copiedOn(db)) {
    await build(db.schema.createTable(`${name}_new`)).execute();
    const into = [...columns, ...Object.keys(carried)].map((column) => sql.ref(column));
    const values = [...columns.map((column) => sql.ref(`old.${column}`)), ...Object.values(carried)];
    const learners = sql`join learners on learners.address = lower(old.email)`;
    await sql`insert into ${sql.table(`${name}_new`)} (${sql.join(into)})
      select ${sql.join(values)} from ${sql.table(name)} as old ${hasLearner ? learners : sql``}`.execute(db);
  }
  const names = copiedOn(db).map(({ name }) => name);
  for (const name of names.toReversed()) await db.schema.dropTable(name).execute();
  for (const name of names) await db.schema.alterTable(`${name}_new`).renameTo(name).execute();
  // On PostgreSQL the names of indexes are free again only now.
  await makeIndexes(db);
  await countPlaces(db);
  await db.schema
    .createTable('ledgerdays')
    .addColumn('startsat', 'bigint', (c) => c.notNull())
    .addColumn('endsat', 'bigint', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('amount', 'bigint', (c) => c.notNull())
    .addColumn('seats', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('ledgerdays_day', ['startsat', 'kind'])
    .addCheckConstraint('ledgerdays_moments', sql`startsat < endsat`)
    .execute();
}

type Table = CreateTableBuilder<string, string>;
type Copied = {
  name: string;
  build: (table: Table) => Table;
  /** What stays as it is. */
  columns: readonly string[];
  /** What is made of the row of before, or of its learner. */
  carried: Record<string, RawBuilder<unknown>>;
  hasLearner: boolean;
};

const STATES = sql`('held', 'intent', 'expiring', 'expired', 'enrolled', 'refund_due', 'refunded', 'refund_failed')`;
const KINDS = sql`('charge', 'refund', 'refund_failed', 'chargeback', 'cash', 'transfer', 'cash_refund', 'transfer_refund')`;
const LEARNER = sql.ref('learners._id');

const withLearner = (table: Table) =>
  table
    .addColumn('_id', 'text', (c) => c.primaryKey())
    .addColumn('learnerid', 'text', (c) => c.notNull().references('learners._id'));

/** In the order in which they refer to each other. */
function copiedOn(db: Kysely<Before>): Copied[] {
  return [
    {
      name: 'selections',
      columns: ['_id', 'classid', 'enrolled', 'createdat'],
      carried: { learnerid: LEARNER },
      hasLearner: true,
      build: (table) =>
        withLearner(table)
          .addColumn('classid', 'text', (c) => c.notNull().references('classes._id'))
          .addColumn('enrolled', 'integer', (c) => c.notNull().check(sql`enrolled in (0, 1)`))
          .addColumn('createdat', 'bigint', (c) => c.notNull()),
    },
    {
      name: 'orders',
      columns: [
        ...[
          '_id',
          'classid',
          'amount',
          'currency',
          'state',
          'intentid',
          'clientsecret',
          'paidat',
          'cardlast4',
        ],
        ...['refundid', 'refundattempt', 'reason', 'holduntil', 'workat', 'createdat', 'updatedat'],
      ],
      carried: {
        learnerid: LEARNER,
        userid: sql.ref('learners.userid'),
        attention: sql`case when state = 'refund_failed' then 'refund-failed' end`,
        // What was issued keeps its number, which had the day in UTC.
        receiptday: dayOf(db, sql.ref('paidat')),
      },
      hasLearner: true,
      build: buildOrders,
    },
    {
      name: 'enrolments',
      columns: ['_id', 'classid', 'transactionId', 'price', 'currency', 'date'],
      carried: { learnerid: LEARNER },
      hasLearner: true,
      build: (table) =>
        table
          .addColumn('_id', 'text', (c) => c.primaryKey().references('orders_new._id'))
          .addColumn('learnerid', 'text', (c) => c.notNull().references('learners._id'))
          .addColumn('classid', 'text', (c) => c.notNull().references('classes._id'))
          .addColumn('transactionId', 'text', (c) => c.notNull())
          .addColumn('price', 'integer', (c) => c.notNull())
          .addColumn('currency', 'text', (c) => c.notNull())
          .addColumn('date', 'bigint', (c) => c.notNull())
          // As its student was told: what the school changes later takes nothing of it away.
          .addColumn('canceluntil', 'bigint')
          // When it came from another learner of the family.
          .addColumn('movedat', 'bigint'),
    },
    {
      name: 'ledger',
      columns: ['_id', 'orderid', 'kind', 'ref', 'amount', 'createdat'],
      carried: {},
      hasLearner: false,
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
          // Most rows are charges of a place: as the default they need not be written.
          .addColumn('seats', 'integer', (c) => c.notNull().defaultTo(1))
          .addCheckConstraint('ledger_belongs', sql`orderid is not null or checkoutid is not null`),
    },
    {
      name: 'waitlist',
      columns: ['_id', 'classid', 'state', 'offeruntil', 'orderid', 'createdat'],
      carried: { learnerid: LEARNER },
      hasLearner: true,
      build: (table) =>
        withLearner(table)
          .addColumn('classid', 'text', (c) => c.notNull().references('classes._id'))
          .addColumn('state', 'text', (c) =>
            c.notNull().check(sql`state in ('waiting', 'kept', 'offered', 'taken', 'closed')`),
          )
          .addColumn('offeruntil', 'bigint')
          .addColumn('orderid', 'text', (c) => c.references('orders_new._id'))
          .addColumn('createdat', 'bigint', (c) => c.notNull())
          // Those who wait for places together are offered them together.
          .addColumn('groupid', 'text')
          .addCheckConstraint(
            'waitlist_offer',
            sql`state not in ('kept', 'offered') or offeruntil is not null`,
          ),
    },
  ];
}

const buildOrders = (table: Table) =>
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
    // How many lessons were left, and of how many, when the price was worked out.
    .addColumn('lessonsleft', 'integer')
    .addColumn('lessonsof', 'integer')
    // What the school keeps for lessons that were held before the place ended.
    .addColumn('earned', 'integer', (c) => c.notNull().defaultTo(0).check(sql`earned >= 0`))
    .addColumn('receiptday', 'text')
    .addColumn('amountreason', 'text')
    // What the place costs by the rule where another sum was agreed.
    .addColumn('fullamount', 'integer')
    .addCheckConstraint('orders_bound', sql`classid is not null or state <> 'enrolled'`)
    .addCheckConstraint('orders_intent', sql`state <> 'intent' or intentid is not null`)
    .addCheckConstraint('orders_refund', sql`(state = 'refunded') = (refundid is not null)`);

const dayOf = (db: Kysely<Before>, moment: RawBuilder<unknown>) =>
  db.getExecutor().adapter instanceof PostgresAdapter
    ? sql`to_char(to_timestamp(${moment} / 1000) at time zone 'UTC', 'YYYY-MM-DD')`
    : sql`date(${moment} / 1000, 'unixepoch')`;

async function makeIndexes({ schema }: Kysely<Before>) {
  const index = (name: string, table: string, columns: string[]) =>
    schema.createIndex(name).on(table).columns(columns);
  const some = (name: string, table: string, column: string, held = column) =>
    index(name, table, [column]).where(sql.ref(held), 'is not', null).execute();
  const together = (name: string, table: string) =>
    index(name, table, ['checkoutid', '_id']).where(sql.ref('checkoutid'), 'is not', null).execute();
  const isDue = sql<boolean>`paidby = 'due'`;

  await index('selections_once', 'selections', ['learnerid', 'classid']).unique().execute();

  await index('orders_open_once', 'orders', ['learnerid', 'classid'])
    .unique()
    .where(sql<boolean>`state in ('held', 'intent', 'expiring', 'enrolled')`)
    .execute();
  // The one above holds a rule, and SQLite does not search it with states that are bound.
  await index('orders_learner', 'orders', ['learnerid', 'classid']).execute();
  // Few at any time, while those of years past are many.
  await index('orders_holding', 'orders', ['learnerid', 'classid'])
    .where(sql<boolean>`state in ('held', 'intent', 'expiring')`)
    .execute();
  await index('orders_user', 'orders', ['userid']).execute();
  await index('orders_class', 'orders', ['classid', 'state']).execute();
  await index('orders_work', 'orders', ['workat']).execute();
  await index('orders_paid', 'orders', ['paidat']).execute();
  await index('orders_owed', 'orders', ['_id']).where(isDue).execute();
  await index('orders_owed_since', 'orders', ['createdat']).where(isDue).execute();
  await some('orders_attention', 'orders', '_id', 'attention');
  // What has come to nothing is deleted by its age.
  await index('orders_expired', 'orders', ['updatedat'])
    .where(sql<boolean>`state = 'expired' and paidby = 'card'`)
    .execute();
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
    .where(sql<boolean>`kind = 'charge'`)
    .execute();
  // What a sum needs of a movement lies in the index.
  await index('ledger_sums', 'ledger', ['createdat', 'kind', 'amount', 'seats']).execute();
  await together('ledger_checkout', 'ledger');

  await index('waitlist_once', 'waitlist', ['learnerid', 'classid'])
    .unique()
    .where(sql<boolean>`state in ('waiting', 'kept', 'offered', 'taken')`)
    .execute();
  await index('waitlist_learner', 'waitlist', ['learnerid', 'classid']).execute();
  await index('waitlist_line', 'waitlist', ['classid', 'state', '_id']).execute();
  await index('waitlist_offers', 'waitlist', ['state', 'offeruntil']).execute();
  await index('waitlist_order', 'waitlist', ['orderid']).execute();
  await some('waitlist_group', 'waitlist', 'groupid');
  await index('waitlist_closed', 'waitlist', ['createdat'])
    .where(sql<boolean>`state = 'closed' and orderid is null`)
    .execute();
}

/**
 * A place is paid for from the movement on that brings money for it until the one that takes the last of the
 * money away. Only orders of which money went back, and those without a class, have other rows than a charge
 * of a place.
 */
async function countPlaces(db: Kysely<Before>) {
  await sql`update ledger set seats = counted.seats from (
      select _id, case when kept > 0 then 1 else 0 end - case when kept - moved > 0 then 1 else 0 end as seats from (
        select _id, moved, sum(moved) over (partition by orderid order by _id) as kept from (
          select _id, orderid, case kind when 'charge' then amount when 'refund_failed' then amount else -amount end as moved
          from ledger where orderid in (select orderid from ledger where kind <> 'charge')
        ) as movements
      ) as running
    ) as counted
    where counted._id = ledger._id and counted.seats <> 1`.execute(db);
  await sql`update ledger set seats = 0 where orderid in (select _id from orders where classid is null)`.execute(
    db,
  );
}
