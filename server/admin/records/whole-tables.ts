import { type Kysely, type RawBuilder, sql } from 'kysely';
import { RECORDS_TABLES } from '#server/database/dialects/sqlite.ts';
import { migrationTable } from '#server/database/open.ts';
import { type AllTables, TABLES } from '#server/database/tables.ts';
import type { Dialect, OpenBeside } from './open-records.ts';

/*
 * Tables as they are found, whatever version made them, read and written whole: what a backup, a restore and
 * a move are made of. Every value is a text, a whole number or null, the same on both databases.
 */

export type Value = string | number | null;
export type Table = { name: string; columns: string[]; key: string[] };
type Records = Pick<OpenBeside, 'db' | 'dialect'>;
type AnyDb = Kysely<Record<string, Record<string, Value>>>;

/** Rows that are read, carried and written together. */
export const ROWS_AT_ONCE = 1000;

const asAny = (db: Kysely<AllTables>) => db as unknown as AnyDb;

const COLUMNS: Record<Dialect, RawBuilder<{ table: string; column: string; place: number | null }>> = {
  sqlite: sql`select s.name as "table", c.name as "column", nullif(c.pk, 0) as place
    from sqlite_schema s join pragma_table_info(s.name) c
    where s.name in (${RECORDS_TABLES}) and s.name not like 'sqlite_%' order by s.name, c.cid`,
  postgres: sql`select t.relname as "table", c.attname as "column", array_position(i.indkey::int[], c.attnum::int) as place
    from pg_class t join pg_attribute c on c.attrelid = t.oid and c.attnum > 0 and not c.attisdropped
    left join pg_index i on i.indrelid = t.oid and i.indisprimary
    where t.relkind in ('r', 'p') and t.relnamespace = current_schema()::regnamespace order by t.relname, c.attnum`,
};

const REFERENCES: Record<Dialect, RawBuilder<{ table: string; refers: string }>> = {
  sqlite: sql`select s.name as "table", r."table" as refers
    from sqlite_schema s join pragma_foreign_key_list(s.name) r where s.type = 'table'`,
  postgres: sql`select t.relname as "table", r.relname as refers
    from pg_constraint c join pg_class t on t.oid = c.conrelid join pg_class r on r.oid = c.confrelid
    where c.contype = 'f' and t.relnamespace = current_schema()::regnamespace`,
};

const MIGRATIONS = new Set(
  TABLES.flatMap((owner) => [migrationTable(owner), `${migrationTable(owner)}_lock`]),
);

/** Every table there is, those that say which migrations were run among them. */
export async function findTables({ db, dialect }: Records): Promise<Table[]> {
  const { rows } = await COLUMNS[dialect].execute(db);
  return [...Map.groupBy(rows, ({ table }) => table)].map(([name, columns]) => ({
    name,
    columns: columns.map(({ column }) => column),
    key: columns
      .filter(({ place }) => place !== null)
      .sort((one, other) => Number(one.place) - Number(other.place))
      .map(({ column }) => column),
  }));
}

/**
 * A table that triggers of others write: it is filled last, and what they wrote while those were filled goes
 * before.
 */
export const WRITTEN_BY_TRIGGERS = 'revisions';

/** Every table of the school and its services, each after those that it refers to. */
export async function findContents(records: Records): Promise<Table[]> {
  const tables = new Map((await findTables(records)).map((table) => [table.name, table]));
  const { rows } = await REFERENCES[records.dialect].execute(records.db);
  const refers = Map.groupBy(rows, ({ table }) => table);
  const sorted = new Set<Table>();
  const add = (name: string) => {
    const table = tables.get(name);
    if (!table || MIGRATIONS.has(name) || sorted.has(table)) return;
    tables.delete(name);
    for (const reference of refers.get(name) ?? []) add(reference.refers);
    sorted.add(table);
  };
  for (const name of [...tables.keys()]) if (name !== WRITTEN_BY_TRIGGERS) add(name);
  add(WRITTEN_BY_TRIGGERS);
  return [...sorted];
}

/** The migrations that each owner has run, in their order; none where it has no tables. */
export async function findMigrations(records: Records): Promise<Record<string, string[]>> {
  const there = new Set((await findTables(records)).map(({ name }) => name));
  const found: Record<string, string[]> = {};
  for (const owner of TABLES) {
    const table = migrationTable(owner);
    if (!there.has(table)) continue;
    const rows = await asAny(records.db).selectFrom(table).select('name').orderBy('name').execute();
    found[owner.name] = rows.map(({ name }) => String(name));
  }
  return found;
}

export async function countRows({ db }: Pick<Records, 'db'>, { name }: Pick<Table, 'name'>): Promise<number> {
  const rows = asAny(db).selectFrom(name).select(sql<number>`count(*)`.as('count'));
  return Number((await rows.executeTakeFirstOrThrow()).count);
}

/**
 * All rows of a table, in the order of its key, `ROWS_AT_ONCE` at a time; on PostgreSQL only within a
 * transaction. Nothing else may be asked of the same connection meanwhile. Throws for a value that is neither
 * text nor whole number.
 */
export async function* readTable({ db, dialect }: Records, table: Table): AsyncGenerator<Value[][]> {
  const rows = asAny(db).selectFrom(table.name).select(table.columns);
  const query = table.key.reduce((sorted, column) => sorted.orderBy(column), rows);
  const found = dialect === 'sqlite' ? oneByOne(query.stream()) : throughCursor(db, query);
  for await (const rows of found)
    yield rows.map((row) => table.columns.map((column) => checkedValue(row[column])));
}

type FoundRow = Record<string, unknown>;

async function* oneByOne(stream: AsyncIterable<FoundRow>): AsyncGenerator<FoundRow[]> {
  let rows: FoundRow[] = [];
  for await (const row of stream) {
    rows.push(row);
    if (rows.length < ROWS_AT_ONCE) continue;
    yield rows;
    rows = [];
  }
  if (rows.length > 0) yield rows;
}

async function* throughCursor(
  db: Kysely<AllTables>,
  query: Parameters<typeof sql.join>[0][number],
): AsyncGenerator<FoundRow[]> {
  await sql`declare whole_table no scroll cursor for ${query}`.execute(db);
  for (;;) {
    const { rows } = await sql<FoundRow>`fetch ${sql.lit(ROWS_AT_ONCE)} from whole_table`.execute(db);
    if (rows.length > 0) yield rows;
    if (rows.length < ROWS_AT_ONCE) break;
  }
  await sql`close whole_table`.execute(db);
}

function checkedValue(value: unknown): Value {
  if (value === null || typeof value === 'string') return value;
  if (Number.isSafeInteger(value)) return value as number;
  throw new Error(`A ${typeof value} is among the records, where only texts and whole numbers are expected.`);
}

/** Adds rows, by a statement for all of them: each database reads them out of one JSON text. */
export async function insertRows(
  { db, dialect }: Records,
  { name, columns }: Pick<Table, 'name' | 'columns'>,
  rows: readonly Value[][],
): Promise<void> {
  const names = sql.join(columns.map((column) => sql.ref(column)));
  if (dialect === 'sqlite') {
    const values = columns.map((_, place) => sql`value ->> ${sql.lit(place)}`);
    await sql`insert into ${sql.table(name)} (${names})
      select ${sql.join(values)} from json_each(${JSON.stringify(rows)})`.execute(db);
    return;
  }
  const objects = rows.map((row) => Object.fromEntries(columns.map((column, place) => [column, row[place]])));
  await sql`insert into ${sql.table(name)} (${names}) overriding system value
    select ${names} from json_populate_recordset(null::${sql.table(name)}, ${JSON.stringify(objects)}::json)`.execute(
    db,
  );
}

/** Deletes every row of a table. */
export async function emptyTable({ db }: Pick<Records, 'db'>, { name }: Pick<Table, 'name'>): Promise<void> {
  await asAny(db).deleteFrom(name).execute();
}

/** What SQLite itself finds wrong in its file, a sentence each; none where it is sound. */
export async function findSqliteFaults(db: Kysely<AllTables>): Promise<string[]> {
  const checked = await sql<{ quick_check: string }>`pragma quick_check(5)`.execute(db);
  const faults = checked.rows.map((row) => row.quick_check).filter((fault) => fault !== 'ok');
  const dangling = await sql<{ table: string; parent: string }>`pragma foreign_key_check`.execute(db);
  const lost = new Set(
    dangling.rows.map(({ table, parent }) => `A row of ${table} refers to none of ${parent}`),
  );
  return [...faults, ...lost];
}

/** Lets numbers that a database gives out by itself go on after the greatest that is there. */
export async function setSequences({ db, dialect }: Records): Promise<void> {
  // SQLite looks for the greatest by itself.
  if (dialect === 'sqlite') return;
  const { rows } = await sql<{ table: string; column: string; sequence: string }>`
    select t.relname as "table", c.attname as "column", pg_get_serial_sequence(quote_ident(t.relname), c.attname) as sequence
    from pg_class t join pg_attribute c on c.attrelid = t.oid and c.attnum > 0 and not c.attisdropped
    where t.relkind = 'r' and t.relnamespace = current_schema()::regnamespace
      and pg_get_serial_sequence(quote_ident(t.relname), c.attname) is not null`.execute(db);
  for (const { table, column, sequence } of rows) {
    const greatest = sql`select coalesce(max(${sql.ref(column)}), 0) + 1 from ${sql.table(table)}`;
    await sql`select setval(${sequence}::regclass, (${greatest}), false)`.execute(db);
  }
}

/**
 * Counts what the tables hold, as PostgreSQL's autovacuum would in a while: until then it plans for empty
 * ones, and what `doctor` asks of a large school takes minutes.
 */
export async function analyzeTables({ db, dialect }: Records): Promise<void> {
  if (dialect === 'postgres') await sql`analyze`.execute(db);
}
