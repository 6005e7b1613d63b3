import { type Kysely, PostgresAdapter, sql } from 'kysely';
import type { Before } from './before.ts';

/** What is searched by parts of words, and in which columns. */
const SEARCHED = {
  users: ['name', 'email'],
  learners: ['firstname', 'lastname'],
  classes: ['classname', 'description'],
} as const;

/**
 * Parts of words are found by an index: SQLite has for each table one of every three letters in a row and one
 * of every letter and pair, which triggers keep as the rows are. PostgreSQL has one of every three by its
 * extension `pg_trgm`, which the owner of a database may add; where it cannot be added every row is looked
 * at.
 */
export async function indexParts(db: Kysely<Before>): Promise<void> {
  if (db.getExecutor().adapter instanceof PostgresAdapter) return indexByExtension(db);
  for (const [table, columns] of Object.entries(SEARCHED)) {
    const parts = { name: `${table}_parts`, options: `tokenize = 'trigram case_sensitive 1'` };
    await makeIndex(db, { ...parts, table, columns, text: (column) => `lower(${column})` });
    const letters = { name: `${table}_letters`, options: `tokenize = 'ascii', detail = column` };
    await makeIndex(db, { ...letters, table, columns, text: lettersOf });
  }
}

async function indexByExtension(db: Kysely<Before>) {
  await sql`do $$ begin
    create extension if not exists pg_trgm;
    create index users_parts on users using gin (lower(name) gin_trgm_ops, email gin_trgm_ops);
    create index learners_parts on learners using gin (lower(firstname) gin_trgm_ops, lower(lastname) gin_trgm_ops);
    create index classes_parts on classes using gin (lower(classname) gin_trgm_ops, lower(description) gin_trgm_ops);
  exception when others then raise notice 'Without pg_trgm: %', sqlerrm;
  end $$`.execute(db);
}

/**
 * The letters and pairs of letters of a text, each once, as the hexadecimal digits of their bytes: signs are
 * found like letters then.
 */
const lettersOf = (column: string) =>
  `(with recursive place (t, i) as (select lower(${column}), 1 union all select t, i + 1 from place where i < length(t))
    select group_concat(distinct hex(substr(t, i, 2))) || ',' || group_concat(distinct hex(substr(t, i, 1))) from place)`;

type Index = {
  name: string;
  options: string;
  table: string;
  columns: readonly string[];
  /** What is indexed of a column. */
  text: (column: string) => string;
};

/** The index has no copy of what it finds, and keeps nothing of a row that is deleted (`secure-delete`). */
export async function makeIndex<DB>(db: Kysely<DB>, { name, options, table, columns, text }: Index) {
  const names = columns.join(', ');
  const textsOf = (row: 'old' | 'new') => columns.map((column) => text(`${row}.${column}`)).join(', ');
  const forget = `insert into ${name} (${name}, rowid, ${names}) values ('delete', old.rowid, ${textsOf('old')});`;
  const note = `insert into ${name} (rowid, ${names}) values (new.rowid, ${textsOf('new')});`;
  const texts = columns.map((column) => `${text(column)} as ${column}`).join(', ');
  for (const statement of [
    `create view ${name}_of as select rowid as number, ${texts} from ${table}`,
    `create virtual table ${name} using fts5 (${names}, content = '${name}_of', content_rowid = 'number', columnsize = 0, ${options})`,
    `insert into ${name} (${name}, rank) values ('secure-delete', 1)`,
    `insert into ${name} (${name}) values ('rebuild')`,
    `create trigger ${name}_added after insert on ${table} begin ${note} end`,
    `create trigger ${name}_deleted after delete on ${table} begin ${forget} end`,
    `create trigger ${name}_changed after update of ${names} on ${table} begin ${forget} ${note} end`,
  ])
    await sql.raw(statement).execute(db);
}
