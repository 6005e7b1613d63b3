import { type Kysely, PostgresAdapter, sql } from 'kysely';

/** A row of a table, and the records of a list for programs that change with it. */
type Revised = {
  kind: string;
  /** One record's id, or a query that gives those of several as `id`; in both `row` is the row. */
  ids: string;
  /** The columns that the records show; all where it is left out. */
  of?: readonly string[];
};

const REVISED: { readonly [table: string]: readonly Revised[] } = {
  classes: [{ kind: 'classes', ids: 'row._id' }],
  plans: [{ kind: 'classes', ids: 'row.classid' }],
  classinstruments: [{ kind: 'classes', ids: 'row.classid' }],
  terms: [{ kind: 'terms', ids: 'row._id' }],
  rooms: [{ kind: 'rooms', ids: 'row._id' }],
  lessons: [
    { kind: 'lessons', ids: 'row._id' },
    { kind: 'classes', ids: 'row.classid', of: ['state', 'removedat'] },
  ],
  learners: [
    { kind: 'people', ids: 'row._id' },
    { kind: 'families', ids: 'row.userid' },
  ],
  users: [
    {
      kind: 'people',
      ids: '(select _id from learners where learners.userid = row._id and self = 1)',
      of: ['name'],
    },
    {
      kind: 'families',
      ids: 'row._id',
      of: ['name', 'email', 'role', 'street', 'postcode', 'town', 'erasedat'],
    },
  ],
  guardians: [{ kind: 'families', ids: '(select userid from learners where learners._id = row.learnerid)' }],
  enrolments: [{ kind: 'enrolments', ids: 'row._id' }],
  orders: [
    {
      kind: 'enrolments',
      // An order that gives no place is none of the list.
      ids: 'select _id as id from enrolments where enrolments._id = row._id',
      of: ['amount', 'restamount', 'paidby', 'userid'],
    },
    {
      kind: 'movements',
      ids: `select _id as id from ledger where orderid = row._id
        union select _id from ledger where checkoutid = row.checkoutid`,
      of: ['amount', 'userid'],
    },
    {
      kind: 'invoices',
      ids: 'select invoiceid as id from invoicelines where orderid = row._id',
      of: ['state', 'amount', 'earned', 'paidby'],
    },
  ],
  // A place that is held for a wish is no record of the list: its family has not agreed to be named.
  waitlist: [{ kind: 'waitlist', ids: 'case when row.wishid is null then row._id end' }],
  attendance: [{ kind: 'attendance', ids: "row.lessonid || '.' || row.learnerid" }],
  charges: [
    { kind: 'charges', ids: 'row._id' },
    // What a credit paid is open again once it is taken back.
    { kind: 'invoices', ids: 'select invoiceid as id from allocations where chargeid = row.reverses' },
  ],
  invoices: [{ kind: 'invoices', ids: 'row._id' }],
  invoicelines: [
    { kind: 'invoices', ids: 'row.invoiceid' },
    // A credit that was taken back counts while an invoice says that it was, or what it was for.
    {
      kind: 'invoices',
      ids: `select allocations.invoiceid as id from charges join allocations on allocations.chargeid = charges.reverses
          where charges._id = row.chargeid
        union select allocations.invoiceid from charges join allocations on allocations.chargeid = charges._id
          where charges.reverses = row.chargeid`,
    },
  ],
  ledger: [{ kind: 'movements', ids: 'row._id' }],
  allocations: [
    { kind: 'invoices', ids: 'row.invoiceid' },
    { kind: 'movements', ids: 'row.ledgerid' },
  ],
  blogs: [
    {
      kind: 'posts',
      ids: 'row._id',
      of: [
        'title',
        'blog_description',
        'blog',
        'image',
        'time',
        'authorname',
        'authorid',
        'category',
        'state',
      ],
    },
  ],
};

/**
 * When records of the lists for programs changed last: a row for each change, written by triggers, so that no
 * writer can forget it. A row more locks nothing that two writers want.
 */
export async function noteRevisions(db: Kysely<unknown>) {
  await db.schema
    .createTable('revisions')
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('changedat', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('revisions_pk', ['kind', 'id', 'changedat'])
    .execute();
  await db.schema
    .createIndex('revisions_changed')
    .on('revisions')
    .columns(['kind', 'changedat', 'id'])
    .execute();
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const note = isPostgres ? noteOnPostgres : noteOnSqlite;
  for (const [table, revised] of Object.entries(REVISED))
    for (const [at, one] of revised.entries())
      for (const statement of note(`${table}_${at}`, { table, ...one })) await sql.raw(statement).execute(db);
}

type Noted = Revised & { table: string };

const insert = (kind: string, ids: string, now: string) =>
  `insert into revisions (kind, id, changedat) select '${kind}', noted.id, ${now} from (${ids}) as noted
    where noted.id is not null on conflict do nothing;`;

/** A query of the ids, by the row as it was or as it is. */
const idsOf = (ids: string, row: 'old' | 'new') =>
  (ids.startsWith('select') ? ids : `select ${ids} as id`).replaceAll('row.', `${row}.`);

function noteOnSqlite(name: string, { table, kind, ids, of }: Noted): string[] {
  const now = "cast(unixepoch('now', 'subsec') * 1000 as integer)";
  const [before, after] = [idsOf(ids, 'old'), idsOf(ids, 'new')];
  const on = (what: string, when: string, all: string) =>
    `create trigger revisions_${name}_${what} after ${when} on ${table} begin ${insert(kind, all, now)} end`;
  return [
    on('new', 'insert', after),
    on('changed', of ? `update of ${of.join(', ')}` : 'update', `${before} union ${after}`),
    on('gone', 'delete', before),
  ];
}

function noteOnPostgres(name: string, { table, kind, ids, of }: Noted): string[] {
  const now = '(extract(epoch from clock_timestamp()) * 1000)::bigint';
  const [before, after] = [idsOf(ids, 'old'), idsOf(ids, 'new')];
  return [
    `create or replace function revisions_${name}() returns trigger language plpgsql as $$ begin
      if tg_op = 'INSERT' then ${insert(kind, after, now)}
      elsif tg_op = 'DELETE' then ${insert(kind, before, now)}
      else ${insert(kind, `${before} union ${after}`, now)}
      end if;
      return null;
    end $$`,
    `create trigger revisions_${name} after insert or delete or update ${of ? `of ${of.join(', ')}` : ''} on ${table}
      for each row execute function revisions_${name}()`,
  ];
}
