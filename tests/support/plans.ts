import { AsyncLocalStorage } from 'node:async_hooks';
import { CompiledQuery, type Kysely, type LogEvent, sql } from 'kysely';
import pg from 'pg';
import { openPostgres } from '#server/database/open.ts';
import type { AllTables } from '#server/database/tables.ts';
import { TABLES } from './examples.ts';
import { makeOnce, migratedTemplate } from './migrated.ts';

/*
 * Every statement that a request or a worker runs in a test is explained when the school closes, and none may
 * read the whole of a table that grows. So a new query is looked at by the first test that calls it.
 */

/**
 * Tables that stay small however long a school runs and are no feature's: PostgreSQL lists its databases and
 * schemas.
 */
const OTHERS =
  /^(settings|contentversions|processes|pg_database|pg_namespace|.*_migrations(_lock)?|identity_keys|images_lock)$/;

/** Those of features say so where they are declared. */
const isSmall = (name: string) =>
  OTHERS.test(name) || TABLES.some(([table, { small }]) => table === name && small);

type Dialect = 'sqlite' | 'postgres';

/**
 * Statements that read a whole table and may: each with its reason; `atStart`: where they may at a start, too.
 */
const ALLOWED: readonly { statement: RegExp; reason: string; atStart?: readonly Dialect[] }[] = [
  {
    statement:
      /^delete from "(claims|callcounts|images_attempts|identity_used_assertions)" where "(until|expiresat)" <=? \S+$/,
    reason: 'The table holds what is valid for some minutes or days alone, and is swept hourly.',
    atStart: ['sqlite', 'postgres'],
  },
  {
    statement: /^select "_id" from "users" limit \S+$/,
    reason: 'The first row that there is.',
    atStart: ['postgres'],
  },
  { statement: /"users" (set "role" = \S+ )?where "role" = /, reason: 'Admins and instructors are few.' },
  { statement: /from "users" inner join "learners" .* where "users"."role" = /, reason: 'Teachers are few.' },
  { statement: /from users where role = 'admin'/, reason: 'Admins are few.' },
  {
    statement: /^select "_id", "name" from "users" where "role" in \(/,
    reason: 'A rehearsal leaves out the names of those who teach or work in the office, who are few.',
  },
  {
    statement: /^select "firstname", "lastname" from "learners" where "self" = \S+ order by "_id" limit/,
    reason: 'A rehearsal leaves out the names of children, once, in a school that has not opened.',
  },
  { statement: /as "taught" on/, reason: 'One index holds all that instructors teach.' },
  {
    statement:
      /^select "classes"\."_id", "classes"\."classname", "users"\."name" as "teacher" from "classes"/,
    reason: 'An import that names classes looks through those that are open for enrolment, once.',
  },
  {
    statement: /coalesce\(sum\("enrolledstudents"\).* and "createdat" >= /,
    reason: 'The admins’ overview sums up the classes, in the index that has their seats.',
  },
  {
    statement: /^select count\(\*\) as "count" from "classes" where "(status|changedat)"/,
    reason: 'The admins’ overview counts the classes that wait.',
  },
  {
    statement:
      /from "classes" where "deletedat" is null and 1 = 1 (and \("createdat", "_id"\) < \S+ \S+ )?order by "(createdat|availableseat)"/,
    reason: 'An admin’s list of every class; another index by free seats would cost at every sale.',
  },
  {
    statement: /from "classes" where "deletedat" is null and \(select "plans"/,
    reason: 'The same, of those that meet in a term.',
  },
  {
    statement: /from "recitals" where "day" >= \S+ order by "day", "starttime"$/,
    // An index has them; here most are still to come, and PostgreSQL reads the table rather.
    reason: 'Evenings that are still to come, which are few.',
  },
  {
    statement: /^select "_id" from "classes" where "deletedat" is null and "(level|group)" = \S+ limit/,
    reason: 'An admin takes a level or a group out of the list, which happens once in years.',
  },
  {
    statement:
      /^select .* from "wishes" inner join "learners" .* where "wishes"\."endsat" > \S+ and case when [^"]* end = 1( group by .*)?$/,
    reason: 'What all families wish for is counted as a whole; what visitors read of it is kept.',
  },
  {
    statement:
      /from "(users|learners|classes)" where .*(lower\("(name|firstname|classname)"\)|replace\(users\.phone, .*\)) like \$/,
    reason:
      'PostgreSQL has an index of all that has three letters, and takes it where few are to be expected.',
  },
  {
    statement: /from "classes" where .*"classes_(parts|letters)" match .* order by "(price|availableseat)"/,
    reason: 'The rows that an index has found, in an order in which an admin alone reads them.',
  },
  {
    // Where nothing narrows the list of classes, an index is counted.
    statement: /^select count\(\*\) as "found" from \((?!.* "deletedat" is null and 1 = 1 limit)/,
    reason: 'Counts no further than a page can show.',
  },
  {
    statement: /from "classes" where billing <> 'once'/,
    reason:
      'The index holds the classes alone that are billed by the lesson; all of them are billed at once.',
  },
  {
    statement: /"orders"\."paidby" = 'due'/,
    reason: 'The index holds what is owed alone, and that is a small part of what was paid.',
  },
  {
    statement: /^select count\(\*\) as "count" from "questions" where "answeredat" is null$/,
    reason: 'The index holds those alone that wait for an answer.',
  },
  {
    statement: /from "guardians" inner join "users" .* in \(/,
    reason: 'Some children of one family, in a table that is small here.',
  },
  {
    statement: /from "enrolments" inner join "learners" .* where "enrolments"."classid" in \(/,
    reason: 'Everybody in some classes, in a table that is small here.',
    atStart: ['postgres'],
  },
  {
    statement: /from "(guests|absences)" inner join "learners" .* where "\1"."lessonid" in \(/,
    reason: 'The guests of some lessons, or who cannot come to them, in a table that is small here.',
    atStart: ['postgres'],
  },
  {
    statement: /from "guests" inner join "lessons" .* where "guests"\."learnerid" in \(/,
    reason: 'The lessons to which the children of a family come as guests, in a table that is small here.',
  },
  {
    statement: /from "allocations" left join "orders" .* where "allocations"."ledgerid" in \(/,
    reason: 'The places and invoices that some movements paid, in tables that are small here.',
  },
  {
    statement: /from "allocations" inner join "ledger" .* where "allocations"."orderid" in \(/,
    reason: 'What families paid of some places, which is a row or two of each, and the table is small here.',
  },
  {
    statement: /from "allocations" where \(select state from invoices[\s\S]* and "allocations"\."\w+" in \(/,
    reason:
      'What was paid by or of some rows, found by their keys; for each of it single rows are looked up.',
  },
  {
    statement:
      /"orders"."trialat".* where "orders"."learnerid" in .* "orders"."lessonid" is not null order by/,
    reason: 'The trial lessons of a family, which are few; here each of its orders is one.',
  },
  {
    statement: /^select distinct "classes"\."_id" from "plans" inner join "classes"/,
    reason: 'A term is copied once, and most of the classes that are offered meet in it.',
  },
  {
    statement: /where "(photourl|image|approvedas|blog)" like \S+ limit/i,
    reason: 'The sweep asks for each picture whether anybody has it.',
  },
  {
    statement: /^select sum\("bytes"\)/,
    reason: 'An upload adds up the space taken, which bounds how many pictures there are.',
  },
  { statement: /"attention" is not null/, reason: 'The index holds these alone, and they are few.' },
  {
    statement: /^delete from "mails" where \("recipient" = \S+ or "_id" like /,
    reason:
      'An account is deleted once; mails to an address that it had before are told by the end of their id.',
  },
  {
    statement: /^select \* from "merges" where "undo" <> '\{\}'$/,
    reason: 'An index has those alone that can be undone still, of one day.',
  },
  {
    statement:
      /from "lessons" inner join "plans" on "plans"\."_id" = "lessons"\."planid" where "lessons"\."startsat" > \S+ and/,
    reason: 'All lessons to come are worked out again when the school’s clocks become others, once in years.',
  },
  {
    statement: /^select "userid", "instruments" from "instructors" where "instruments" <> /,
    reason: 'An instrument is called otherwise once in years, and teachers are few.',
  },
  {
    statement: /^update "enrolments" set "canceluntil" = /,
    reason: 'The rule for cancelling changes once in years.',
  },
  {
    statement:
      /^delete from "(mails|webhookmessages|questions|circulars|circularrecipients|signins|claims|takeovers|webhookevents|webhooksubjects|callcounts|keywrites|revisions|images_attempts|cards_\w+|identity_\w+)" where .*"(\w+at|since|until|sequence)" <=? \S+/,
    // An index has them; here most are old, and PostgreSQL reads the table rather.
    reason: 'Swept so often that few are old.',
    atStart: ['postgres'],
  },
];

const isServing = new AsyncLocalStorage<true>();

/** Runs what a request or a worker does; the statements of the test itself are its own affair. */
export const serving = <T>(work: () => T): T => isServing.run(true, work);

export type Statements = Map<string, CompiledQuery>;

/**
 * Keeps each statement once, with the values of its first run, and adds it to those that are `known` already.
 */
export function keepStatements(kept: Statements, known: Set<string>) {
  return ({ query }: LogEvent) => {
    if (!isServing.getStore() || known.has(query.sql)) return;
    known.add(query.sql);
    if (/^\s*(select|insert|update|delete|with)\b/i.test(query.sql)) kept.set(query.sql, query);
  };
}

type Found = { table: string; how: string };

/** Throws unless every statement finds its rows by an index; `start`: on which database these are a start’s. */
export async function checkPlans(
  statements: Statements,
  { explain, start }: { explain: (query: CompiledQuery) => Promise<Found[]>; start?: Dialect },
): Promise<void> {
  const wrong: string[] = [];
  for (const query of statements.values()) {
    const isAllowed = ALLOWED.some(
      ({ statement, atStart }) => (!start || atStart?.includes(start)) && statement.test(query.sql),
    );
    if (isAllowed) continue;
    const scans = (await explain(query)).filter(({ table }) => !isSmall(table));
    for (const { table, how } of scans) wrong.push(`${how} of ${table}: ${query.sql}`);
  }
  if (wrong.length > 0) throw new Error(`Whole tables are read:\n${wrong.join('\n')}`);
}

/** Columns of few values: an index that is searched by these alone finds half of the table. */
const COARSE = new Set(['state', 'status', 'kind', 'role', 'about', 'enrolled', 'purpose', 'type']);

/** SQLite's planner knows nothing of the number of rows, so an empty table tells as much as a full one. */
export async function explainOnSqlite(db: Kysely<AllTables>, { sql: text, parameters }: CompiledQuery) {
  const { rows } = await db.executeQuery<{ detail: string }>(
    CompiledQuery.raw(`explain query plan ${text}`, [...parameters]),
  );
  const found: Found[] = [];
  for (const { detail } of rows) {
    const [, how, name = '', by, sought] =
      /^(SCAN|SEARCH) (\S+)(?: USING (.*?)(?: \((.*)\))?)?(?: LEFT-JOIN)?$/.exec(detail) ?? [];
    // What a statement has put together for itself is no table.
    if (text.startsWith(`with "${name}" as`)) continue;
    const isTable = new RegExp(`(from|join|update|into) "${name}"`, 'i').test(text);
    const table = isTable ? name : new RegExp(`"(\\w+)" as "${name}"`, 'i').exec(text)?.[1];
    const columns = sought?.split(' AND ').map((part) => part.replace(/\W.*$/, '')) ?? [];
    const isWhole = how === 'SCAN' || columns.every((column) => COARSE.has(column));
    // The first rows in the order of an index are a page, not a whole table.
    if (table && isWhole && !(by && /\blimit\b/i.test(text))) found.push({ table, how: detail });
  }
  return found;
}

type Plan = {
  'Node Type': string;
  'Relation Name'?: string;
  'Total Cost': number;
  'Plan Rows': number;
  'Parent Relationship'?: string;
  Plans?: Plan[];
};

/**
 * What reading a hundred rows of one key by an index costs; the whole of a full table costs some hundreds.
 */
const COST_MAX = 200;
const KEYS_MAX = 20;

/** What a step costs by itself: PostgreSQL adds to it what is looked up for each of its rows. */
function costOf({ 'Total Cost': total, 'Plan Rows': rows, Plans = [] }: Plan): number {
  const lookups = Plans.filter((plan) => plan['Parent Relationship'] === 'SubPlan');
  return lookups.reduce((rest, lookup) => rest - rows * lookup['Total Cost'], total);
}

/** How many keys a statement asks for at once, as the longest of its lists has them. */
const keysOf = (text: string): number =>
  Math.max(1, ...[...text.matchAll(/ in \(([$\d, ]+)\)/g)].map(([, list = '']) => list.split(',').length));

function scansOf(plan: Plan, keys: number, isLimited = false): Found[] {
  const { 'Node Type': how, 'Relation Name': table } = plan;
  const cost = Math.round(costOf(plan));
  const isWhole = how === 'Seq Scan' || (/Scan/.test(how) && !isLimited && cost > COST_MAX * keys);
  const here = table && isWhole ? [{ table, how: `${how} (${cost})` }] : [];
  const below = plan.Plans?.flatMap((one) => scansOf(one, keys, isLimited || how === 'Limit')) ?? [];
  return [...here, ...below];
}

const FULL = 'plans';

let explaining: Promise<pg.Client> | undefined;

/**
 * A connection to a database with many rows, since PostgreSQL reads small tables whole; it stays for the
 * worker's other files.
 */
async function connectFull(cluster: string): Promise<pg.Client> {
  await makeOnce(cluster, FULL, { template: await migratedTemplate(cluster), fill });
  const client = new pg.Client(`${cluster}/${FULL}`);
  // The cluster ends before the worker does.
  client.on('error', () => {});
  await client.connect();
  return client;
}

export async function explainOnPostgres(cluster: string, { sql: text, parameters }: CompiledQuery) {
  // Who asks for hundreds of rows by their keys may read all at once.
  if (parameters.length > KEYS_MAX) return [];
  explaining ??= connectFull(cluster);
  const { rows } = await (await explaining).query(`explain (format json) ${text}`, [...parameters]);
  return scansOf(rows[0]['QUERY PLAN'][0].Plan, keysOf(text));
}

const ROWS = 10_000;
const PEOPLE = 500;
/**
 * Has no divisor with the number of people, so that a pair of both is not had twice before there are enough.
 */
const THINGS = 499;
/** The same, of accounts and learners. */
const ACCOUNTS = 497;
/** A school has few. */
const INSTRUMENTS = 20;

const PERSON = /email|(user|learner|instructor)id/;

const HOW_MANY: Record<string, number> = { userid: ACCOUNTS, instrumentid: INSTRUMENTS };

const howMany = (column: string) => HOW_MANY[column] ?? (PERSON.test(column) ? PEOPLE : THINGS);

async function fill(url: string) {
  const { alone, close } = openPostgres<never>(url, { max: 2, onCut: () => {} });
  // Without the limits of the school's statements: so many rows may take longer.
  await alone(fillTables);
  await close();
}

/** Fills every table by its columns' types, without the rules that planners do not look at. */
async function fillTables(db: Kysely<never>) {
  const choices = new Map<string, string[]>();
  const rules = await sql<{ table: string; name: string; type: string; rule: string; column: string }>`
    select conrelid::regclass::text as table, conname as name, contype as type, pg_get_constraintdef(c.oid) as rule,
      (select attname from pg_attribute where attrelid = conrelid and attnum = conkey[1]) as column
    from pg_constraint c join pg_namespace n on n.oid = connamespace where nspname = 'public' and contype in ('c', 'f')`.execute(
    db,
  );
  for (const { table, name, type, rule, column } of rules.rows) {
    const words = [...rule.matchAll(/'([^']*)'::text/g)].map(([, word]) => word as string);
    if (words.length > 0 && /^CHECK \(\(\(?"?\w+"? = ANY/.test(rule))
      choices.set(`${table}.${column}`, words);
    if (type === 'f') choices.set(`${table}.${column}`, []);
    await sql`alter table ${sql.table(table)} drop constraint ${sql.ref(name)}`.execute(db);
  }
  const unique = await sql<{ column: string }>`
    select indrelid::regclass::text || '.' || attname as column from pg_index
    join pg_attribute on attrelid = indrelid and attnum = indkey[0] where indisunique and indnatts = 1`.execute(
    db,
  );
  const isUnique = new Set(unique.rows.map(({ column }) => column));
  for (const { name, columns } of await db.introspection.getTables()) {
    if (isSmall(name)) continue;
    const values = columns.map(({ name: column, dataType, isNullable }) => {
      const words = choices.get(`${name}.${column}`);
      if (words?.length) return sql`(${`{${words.join(',')}}`}::text[])[1 + i % ${sql.lit(words.length)}]`;
      const isText = dataType === 'text';
      if (isText && !isUnique.has(`${name}.${column}`) && (words || PERSON.test(column)))
        return sql`${sql.lit(column)} || i % ${sql.lit(howMany(column))} || ''`;
      if (isText) return sql`${sql.lit(column)} || i`;
      const moment = sql`1500000000000 + i * 30000000::bigint`;
      if (dataType !== 'int8') return sql`i % 100`;
      return isNullable ? sql`case when i % 100 = 0 then ${moment} end` : moment;
    });
    await sql`insert into ${sql.table(name)} select ${sql.join(values)} from generate_series(1, ${sql.lit(ROWS)}) as i
      on conflict do nothing`.execute(db);
  }
  await sql`analyze`.execute(db);
}
