import { type CreateTableBuilder, type Kysely, sql } from 'kysely';
import { newId } from '#server/database/ids.ts';

type LearnerRow = {
  _id: string;
  userid: string | null;
  self: 0 | 1;
  leftat: number | null;
  createdat: number;
  /** In lower case; here only while records are carried over. */
  address: string | null;
};
type Before = {
  users: { _id: string; email: string; createdat: number };
  learners: LearnerRow;
  changes: { _id: string; action: string; before: string | null; after: string | null };
};

/** Records name accounts and learners by id: an address is a column of `users` alone. */
export async function up(db: Kysely<Before>): Promise<void> {
  await makeLearners(db, Date.now());
  await copyRecords(db);
  await nameTeachersById(db);
  await db.schema.dropIndex('learners_address').execute();
  await db.schema.alterTable('learners').dropColumn('address').execute();
  await nameTeachersInLog(db);
  await renameSessions(db);
}

const ROWS_AT_ONCE = 500;

/**
 * Makes a learner for every account, and one that left for every address in the records that has no account: erased people stood there
 * under an address each. When those left nobody wrote down, so it is now.
 */
async function makeLearners(db: Kysely<Before>, now: number) {
  const { schema } = db;
  await schema
    .createTable('learners')
    .addColumn('_id', 'text', (c) => c.primaryKey())
    .addColumn('userid', 'text', (c) => c.references('users._id').onDelete('set null'))
    .addColumn('self', 'integer', (c) => c.notNull().check(sql`self in (0, 1)`))
    .addColumn('leftat', 'bigint')
    .addColumn('createdat', 'bigint', (c) => c.notNull())
    .addColumn('address', 'text')
    .execute();

  const users = await db
    .selectFrom('users')
    .select(['_id', 'createdat', sql<string>`lower(email)`.as('address')])
    .execute();
  const selves = users.map(
    ({ _id, createdat, address }): LearnerRow => ({
      _id: newId(createdat),
      userid: _id,
      self: 1,
      leftat: null,
      createdat,
      address,
    }),
  );
  const known = new Set(users.map(({ address }) => address));
  const named = await sql<{ address: string }>`select lower(email) as address from selections
    union select lower(email) from orders
    union select lower(email) from enrolments
    union select lower(email) from waitlist`.execute(db);
  const former = named.rows
    .filter(({ address }) => !known.has(address))
    .map(
      ({ address }): LearnerRow => ({
        _id: newId(now),
        userid: null,
        self: 1,
        leftat: now,
        createdat: now,
        address,
      }),
    );
  const learners = [...selves, ...former];
  for (let at = 0; at < learners.length; at += ROWS_AT_ONCE) {
    const some = learners.slice(at, at + ROWS_AT_ONCE);
    await db.insertInto('learners').values(some).execute();
  }
  await schema
    .createIndex('learners_self')
    .on('learners')
    .column('userid')
    .unique()
    .where(sql.ref('self'), '=', sql`1`)
    .execute();
  await schema.createIndex('learners_user').on('learners').column('userid').execute();
  await schema.createIndex('learners_address').on('learners').column('address').execute();
}

/**
 * SQLite cannot change what a table refers to or is unique by, so each is copied, and with the orders all that refers to them. Where
 * records had an address they have a learner, found by the address in whatever case of its letters.
 */
async function copyRecords(db: Kysely<Before>) {
  for (const { name, build, people, columns } of COPIED) {
    await build(db.schema.createTable(`${name}_new`)).execute();
    const into = [...Object.keys(people), ...columns].map((column) => sql.ref(column));
    const values = [...Object.values(people), ...columns.map((column) => `old.${column}`)].map((value) =>
      sql.ref(value),
    );
    const named = sql`join learners on learners.address = lower(old.email)`;
    await sql`insert into ${sql.table(`${name}_new`)} (${sql.join(into)})
      select ${sql.join(values)} from ${sql.table(name)} as old ${people.learnerid ? named : sql``}`.execute(
      db,
    );
  }
  for (const { name } of COPIED.toReversed()) await db.schema.dropTable(name).execute();
  for (const { name } of COPIED) await db.schema.alterTable(`${name}_new`).renameTo(name).execute();
  await makeIndexes(db);
}

type Table = CreateTableBuilder<string, string>;

const withLearner = (table: Table) =>
  table
    .addColumn('_id', 'text', (c) => c.primaryKey())
    .addColumn('learnerid', 'text', (c) => c.notNull().references('learners._id'));

type Copied = {
  name: string;
  /** The columns in place of the address, and where they come from. */
  people: { learnerid?: string; userid?: string };
  columns: readonly string[];
  build: (table: Table) => Table;
};
const LEARNER = { learnerid: 'learners._id' };

/** In the order in which they refer to each other. */
const COPIED: readonly Copied[] = [
  {
    name: 'selections',
    people: LEARNER,
    columns: ['_id', 'classid', 'enrolled', 'createdat'],
    build: (table) =>
      withLearner(table)
        .addColumn('classid', 'text', (c) => c.notNull().references('classes._id'))
        .addColumn('enrolled', 'integer', (c) => c.notNull().check(sql`enrolled in (0, 1)`))
        .addColumn('createdat', 'bigint', (c) => c.notNull()),
  },
  {
    name: 'orders',
    people: { ...LEARNER, userid: 'learners.userid' },
    columns: [
      '_id',
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
      'createdat',
      'updatedat',
    ],
    build: (table) =>
      withLearner(table)
        .addColumn('userid', 'text', (c) => c.references('users._id').onDelete('set null'))
        .addColumn('classid', 'text', (c) => c.references('classes._id'))
        .addColumn('amount', 'integer', (c) => c.notNull().check(sql`amount >= 0`))
        .addColumn('currency', 'text', (c) => c.notNull())
        .addColumn('state', 'text', (c) =>
          c
            .notNull()
            .check(
              sql`state in ('held', 'intent', 'expiring', 'expired', 'enrolled', 'refund_due', 'refunded', 'refund_failed')`,
            ),
        )
        .addColumn('intentid', 'text', (c) => c.unique())
        .addColumn('clientsecret', 'text')
        .addColumn('paidat', 'bigint')
        .addColumn('cardlast4', 'text')
        .addColumn('refundid', 'text', (c) => c.unique())
        .addColumn('refundattempt', 'integer', (c) => c.notNull())
        .addColumn('withdrawn', 'integer', (c) => c.notNull().defaultTo(0).check(sql`withdrawn >= 0`))
        .addColumn('goodwill', 'integer', (c) => c.notNull().defaultTo(0).check(sql`goodwill >= 0`))
        .addColumn('attention', 'text')
        .addColumn('reason', 'text')
        .addColumn('holduntil', 'bigint', (c) => c.notNull())
        .addColumn('workat', 'bigint')
        .addColumn('createdat', 'bigint', (c) => c.notNull())
        .addColumn('updatedat', 'bigint', (c) => c.notNull())
        .addCheckConstraint('orders_bound', sql`classid is not null or state <> 'enrolled'`)
        .addCheckConstraint('orders_intent', sql`state <> 'intent' or intentid is not null`)
        .addCheckConstraint('orders_refund', sql`(state = 'refunded') = (refundid is not null)`),
  },
  {
    name: 'enrolments',
    people: LEARNER,
    columns: ['_id', 'classid', 'transactionId', 'price', 'currency', 'date'],
    build: (table) =>
      table
        .addColumn('_id', 'text', (c) => c.primaryKey().references('orders_new._id'))
        .addColumn('learnerid', 'text', (c) => c.notNull().references('learners._id'))
        .addColumn('classid', 'text', (c) => c.notNull().references('classes._id'))
        .addColumn('transactionId', 'text', (c) => c.notNull().unique())
        .addColumn('price', 'integer', (c) => c.notNull())
        .addColumn('currency', 'text', (c) => c.notNull())
        .addColumn('date', 'bigint', (c) => c.notNull()),
  },
  {
    name: 'ledger',
    people: {},
    columns: ['_id', 'orderid', 'kind', 'ref', 'amount', 'createdat'],
    build: (table) =>
      table
        .addColumn('_id', 'text', (c) => c.primaryKey())
        .addColumn('orderid', 'text', (c) => c.notNull().references('orders_new._id'))
        .addColumn('kind', 'text', (c) =>
          c.notNull().check(sql`kind in ('charge', 'refund', 'refund_failed', 'chargeback')`),
        )
        .addColumn('ref', 'text', (c) => c.notNull())
        .addColumn('amount', 'integer', (c) => c.notNull())
        .addColumn('createdat', 'bigint', (c) => c.notNull()),
  },
  {
    name: 'waitlist',
    people: LEARNER,
    columns: ['_id', 'classid', 'state', 'offeruntil', 'orderid', 'createdat'],
    build: (table) =>
      withLearner(table)
        .addColumn('classid', 'text', (c) => c.notNull().references('classes._id'))
        .addColumn('state', 'text', (c) =>
          c.notNull().check(sql`state in ('waiting', 'offered', 'taken', 'closed')`),
        )
        .addColumn('offeruntil', 'bigint')
        .addColumn('orderid', 'text', (c) => c.references('orders_new._id'))
        .addColumn('createdat', 'bigint', (c) => c.notNull())
        .addCheckConstraint('waitlist_offer', sql`state <> 'offered' or offeruntil is not null`),
  },
];

/** On PostgreSQL the names of indexes are free again only now. */
async function makeIndexes({ schema }: Kysely<Before>) {
  const index = (name: string, table: string, columns: string[]) =>
    schema.createIndex(name).on(table).columns(columns);
  const isOpen = sql`('held', 'intent', 'expiring', 'enrolled')`;
  const isWaiting = sql`('waiting', 'offered', 'taken')`;

  await index('selections_once', 'selections', ['learnerid', 'classid']).unique().execute();

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
  await index('orders_attention', 'orders', ['_id']).where(sql.ref('attention'), 'is not', null).execute();

  await index('enrolments_once', 'enrolments', ['learnerid', 'classid']).unique().execute();
  await index('enrolments_class', 'enrolments', ['classid', '_id']).execute();

  await index('ledger_once', 'ledger', ['kind', 'ref']).unique().execute();
  await index('ledger_order', 'ledger', ['orderid', '_id']).execute();
  await index('ledger_charge_once', 'ledger', ['orderid'])
    .unique()
    .where(sql.ref('kind'), '=', sql`'charge'`)
    .execute();
  await index('ledger_week', 'ledger', ['createdat']).execute();

  await index('waitlist_once', 'waitlist', ['learnerid', 'classid'])
    .unique()
    .where(sql.ref('state'), 'in', isWaiting)
    .execute();
  await index('waitlist_learner', 'waitlist', ['learnerid', 'classid']).execute();
  await index('waitlist_line', 'waitlist', ['classid', 'state', '_id']).execute();
  await index('waitlist_offers', 'waitlist', ['state', 'offeruntil']).execute();
  await index('waitlist_order', 'waitlist', ['orderid']).execute();
}

/** A class of somebody who has no account any more is without a teacher. */
async function nameTeachersById(db: Kysely<Before>) {
  const { schema } = db;
  await schema
    .alterTable('classes')
    .addColumn('instructorid', 'text', (c) => c.references('users._id').onDelete('set null'))
    .execute();
  await sql`update classes set instructorid =
    (select learners.userid from learners where learners.address = lower(classes.instructoremail))`.execute(
    db,
  );
  await schema.dropIndex('classes_instructor').execute();
  await schema.alterTable('classes').dropColumn('instructoremail').execute();
  await schema.alterTable('classes').dropColumn('instructorname').execute();
  await schema.createIndex('classes_instructor').on('classes').columns(['instructorid', '_id']).execute();
}

/** The address of somebody who was erased held the account's id. */
const FORMER = /^deleted-(.+)@deleted\.invalid$/;

/** Log entries of a change of teacher name accounts by id; an address without an account becomes an id without one. */
async function nameTeachersInLog(db: Kysely<Before>) {
  const users = await db.selectFrom('users').select(['_id', 'email']).execute();
  const ids = new Map(users.map(({ _id, email }) => [email.toLowerCase(), _id]));
  const idOf = (address: string | null) =>
    address && (ids.get(address.toLowerCase()) ?? FORMER.exec(address)?.[1] ?? newId());
  const handed = db.selectFrom('changes').select(['_id', 'before', 'after']).where('action', '=', 'teacher');
  for (const { _id, before, after } of await handed.execute()) {
    await db
      .updateTable('changes')
      .set({ before: idOf(before), after: idOf(after) })
      .where('_id', '=', _id)
      .execute();
  }
  // It found the addresses that were to be erased.
  await db.schema.dropIndex('changes_action').execute();
}

/** What the identity service calls a session is one too: the school's are sign-ins. */
async function renameSessions({ schema }: Kysely<Before>) {
  await schema.dropIndex('sessions_ended').execute();
  await schema.dropIndex('sessions_seen').execute();
  await schema.alterTable('sessions').renameTo('signins').execute();
  await schema.createIndex('signins_ended').on('signins').column('endedat').execute();
  await schema.createIndex('signins_seen').on('signins').column('seenat').execute();
}
