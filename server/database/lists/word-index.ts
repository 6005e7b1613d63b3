import { type Expression, type RawBuilder, SqliteAdapter, sql } from 'kysely';
import type { Db } from '#server/database/schema.ts';
import { containsWords, spellingsOf, wordsOf } from './contains.ts';

/*
 * Parts of words by an index. SQLite has indexes of their own beside the tables, made and kept by
 * `migrations/002/search.ts`: `…_parts` of every three letters in a row, `…_letters` of every letter and
 * every pair. They find what `like` finds. PostgreSQL chooses its index for `like` by itself.
 */

type Searched = 'users' | 'learners' | 'classes';

const PART = 3;
const sizeOf = (text: string) => [...text].length;
const isShort = (word: string) => spellingsOf(word).every((text) => sizeOf(text) < PART);
const isLong = (word: string) => spellingsOf(word).every((text) => sizeOf(text) >= PART);

/** The rows of a table that an index finds and that meet a further condition. */
export type Matched = { table: Searched; index: string; match: string; and: Expression<boolean> };

/**
 * The rows of a table in whose columns every word of `q` occurs; undefined where no index finds them: look at
 * each row then.
 */
export function matchedBy(
  db: Db,
  table: Searched,
  {
    columns,
    q,
    and = sql<boolean>`1 = 1`,
  }: { columns: readonly string[]; q: string; and?: Expression<boolean> },
): Matched | undefined {
  const words = wordsOf(q);
  const [long, short] = [words.filter(isLong), words.filter(isShort)];
  const hasIndex = db.getExecutor().adapter instanceof SqliteAdapter;
  // The index reads a word as far as its first character of code 0, and a letter may be two in another case.
  const isIndexed = words.length > 0 && long.length + short.length === words.length && !q.includes('\0');
  if (!hasIndex || !isIndexed) return undefined;
  if (long.length === 0)
    return { table, index: `${table}_letters`, match: matchOf(columns, short, inHex), and };
  // Few rows have a long word, so that the short ones beside it are looked for in these alone.
  const texts = columns.map((column) => `${table}.${column}`);
  const hasShort = containsWords(texts, short.join(' '));
  return {
    table,
    index: `${table}_parts`,
    match: matchOf(columns, long, (text) => text),
    and: sql`${hasShort} and ${and}`,
  };
}

const inHex = (text: string) => Buffer.from(text).toString('hex');

/** The query for an index: each word in any of its spellings, written as the index stores them. */
function matchOf(
  columns: readonly string[],
  words: readonly string[],
  write: (text: string) => string,
): string {
  const quoted = (text: string) => `"${write(text).replaceAll('"', '""')}"`;
  const anyOf = (word: string) => `(${spellingsOf(word).map(quoted).join(' OR ')})`;
  return `{${columns.join(' ')}} : (${words.map(anyOf).join(' AND ')})`;
}

/** The rows one after the other, in the order of the index: what is frequent need not be read to its end. */
function rowsOf({ table, index, match, and }: Matched) {
  const [rows, found] = [sql.table(table), sql.table(index)];
  return sql`from ${found} cross join ${rows} on ${rows}.rowid = ${found}.rowid where ${found} match ${match} and ${and}`;
}

/** The rows as a condition on each. */
export const isMatched = ({ table, index, match, and }: Matched) =>
  sql<boolean>`(${sql.table(table)}.rowid in (select rowid from ${sql.table(index)} where ${sql.table(index)} match ${match}) and ${and})`;

/** The ids of some of the rows, of no more than `limit`. */
export async function takeMatched(db: Db, matched: Matched, limit: number): Promise<string[]> {
  const id = sql.ref(`${matched.table}._id`);
  const ids: RawBuilder<{ _id: string }> = sql`select ${id} ${rowsOf(matched)} limit ${limit}`;
  return (await ids.execute(db)).rows.map(({ _id }) => _id);
}

/** The number of rows, counted no further than one beyond `max`. */
export async function countMatched(db: Db, matched: Matched, max: number): Promise<number> {
  const some = sql`select 1 ${rowsOf(matched)} limit ${max + 1}`;
  const { rows } = await sql<{ found: number }>`select count(*) as found from (${some}) as found`.execute(db);
  return rows[0]?.found ?? 0;
}
