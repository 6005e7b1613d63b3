import { type Kysely, PostgresAdapter, sql } from 'kysely';

/**
 * A row of a table, and the record of a list for programs that is another by it: by a column of its own, or by a
 * query, in which `row` is the row.
 */
type Revised = {
  kind: string;
  id: string;
  /** The columns that the record shows; all where it is left out. */
  of?: readonly string[];
};

const REVISED: { readonly [table: string]: readonly Revised[] } = {
  classes: [{ kind: 'classes', id: 'row._id' }],
  plans: [{ kind: 'classes', id: 'row.classid' }],
  classinstruments: [{ kind: 'classes', id: 'row.classid' }],
  terms: [{ kind: 'terms', id: 'row._id' }],
  rooms: [{ kind: 'rooms', id: 'row._id' }],
  lessons: [
    { kind: 'lessons', id: 'row._id' },
    { kind: 'classes', id: 'row.classid', of: ['state', 'removedat'] },
  ],
  learners: [
    { kind: 'people', id: 'row._id' },
    { kind: 'families', id: 'row.userid' },
  ],
  users: [
    {
      kind: 'people',
      id: '(select _id from learners where learners.userid = row._id and self = 1)',
      of: ['name'],
    },
    {
      kind: 'families',
      id: 'row._id',
      of: ['name', 'email', 'role', 'street', 'postcode', 'town', 'erasedat'],
    },
  ],
  guardians: [{ kind: 'families', id: '(select userid from learners where learners._id = row.learnerid)' }],
  enrolments: [{ kind: 'enrolments', id: 'row._id' }],
  orders: [
    {
      kind: 'enrolments',
      // An order that gives no place is none of the list.
      id: '(select _id from enrolments where enrolments._id = row._id)',
      of: ['amount', 'restamount', 'paidby', 'userid'],
    },
  ],
  waitlist: [{ kind: 'waitlist', id: 'row._id' }],
  attendance: [{ kind: 'attendance', id: "row.lessonid || '.' || row.learnerid" }],
  charges: [{ kind: 'charges', id: 'row._id' }],
  invoices: [{ kind: 'invoices', id: 'row._id' }],
  ledger: [{ kind: 'movements', id: 'row._id' }],
  allocations: [
    { kind: 'invoices', id: 'row.invoiceid' },
    { kind: 'movements', id: 'row.ledgerid' },
  ],
  blogs: [
    {
      kind: 'posts',
      id: 'row._id',
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
    for (const one of revised) for (const statement of note(table, one)) await sql.raw(statement).execute(db);
}

const insert = (kind: string, id: string, now: string) =>
  `insert into revisions (kind, id, changedat) select '${kind}', noted.id, ${now} from (${id}) as noted
    where noted.id is not null on conflict do nothing;`;
const idOf = (id: string, row: 'old' | 'new') => `select ${id.replaceAll('row.', `${row}.`)} as id`;

function noteOnSqlite(table: string, { kind, id, of }: Revised): string[] {
  const now = "cast(unixepoch('now', 'subsec') * 1000 as integer)";
  const [before, after] = [idOf(id, 'old'), idOf(id, 'new')];
  const on = (name: string, when: string, ids: string) =>
    `create trigger revisions_${table}_${kind}_${name} after ${when} on ${table} begin ${insert(kind, ids, now)} end`;
  return [
    on('new', 'insert', after),
    on('changed', of ? `update of ${of.join(', ')}` : 'update', `${before} union ${after}`),
    on('gone', 'delete', before),
  ];
}

function noteOnPostgres(table: string, { kind, id, of }: Revised): string[] {
  const now = '(extract(epoch from clock_timestamp()) * 1000)::bigint';
  const [before, after] = [idOf(id, 'old'), idOf(id, 'new')];
  const name = `revisions_${table}_${kind}`;
  return [
    `create or replace function ${name}() returns trigger language plpgsql as $$ begin
      if tg_op = 'INSERT' then ${insert(kind, after, now)}
      elsif tg_op = 'DELETE' then ${insert(kind, before, now)}
      else ${insert(kind, `${before} union ${after}`, now)}
      end if;
      return null;
    end $$`,
    `create trigger ${name} after insert or delete or update ${of ? `of ${of.join(', ')}` : ''} on ${table}
      for each row execute function ${name}()`,
  ];
}
