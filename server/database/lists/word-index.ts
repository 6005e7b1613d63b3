import { type Expression, type RawBuilder, type SelectQueryBuilder, SqliteAdapter, sql } from 'kysely';
import type { Database, Db } from '#server/database/schema.ts';
import { containsWords, spellingsOf, wordsOf } from './contains.ts';

/*
 * Parts of words by an index. SQLite has indexes of their own beside the tables, made and kept by
 * `migrations/002/search.ts` and `migrations/003/search.ts`: `…_parts` of every three letters in a row,
 * `…_letters` of every letter and every pair. They find what `like` finds. PostgreSQL chooses its index for
 * `like` by itself.
 */

type Searched = 'users' | 'learners' | 'classes' | 'blogs';

const PART = 3;
const sizeOf = (text: string) => [...text].length;
const isShort = (word: string) => spellingsOf(word).every((text) => sizeOf(text) < PART);
const isLong = (word: string) => spellingsOf(word).every((text) => sizeOf(text) >= PART);

/** Rows of a table by their numbers, as a statement that selects each `number` once. */
export type Hits = RawBuilder<{ number: number }>;

/** The rows of a table that an index finds, and what must hold of each of them besides. */
export type Matched = { hits: Hits; and: Expression<boolean> };

/** Whether rows are found by indexes that are asked for their numbers. */
export const hasNumbers = (db: Db): boolean => db.getExecutor().adapter instanceof SqliteAdapter;

/**
 * The rows of a table in whose columns every word of `q` occurs; undefined where no index finds them: look at
 * each row then.
 */
export function matchedBy(
  db: Db,
  table: Searched,
  { columns, q }: { columns: readonly string[]; q: string },
): Matched | undefined {
  const words = wordsOf(q);
  const [long, short] = [words.filter(isLong), words.filter(isShort)];
  // Few rows have a long word, so that the short ones beside it are looked for in these alone.
  const indexed = long.length > 0 ? long : short;
  // The index reads a word as far as its first character of code 0.
  if (!hasNumbers(db) || indexed.length === 0 || q.includes('\0')) return undefined;
  // A letter may be two in another case: such a word is in either index in part alone.
  const others = words.filter((word) => !indexed.includes(word));
  const and = containsWords(
    columns.map((column) => `${table}.${column}`),
    others.join(' '),
  );
  if (indexed === long)
    return {
      hits: hitsOf(
        `${table}_parts`,
        matchOf(columns, long, (text) => text),
      ),
      and,
    };
  return { hits: hitsOf(`${table}_letters`, matchOf(columns, short, inHex)), and };
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

/** What an index of FTS5 finds by its query language. */
export const hitsOf = (index: string, match: string): Hits =>
  sql`select rowid as number from ${sql.table(index)} where ${sql.table(index)} match ${match}`;

/** The rows one after the other, in the order of the index: what is frequent need not be read to its end. */
export function rowsAt<T extends Searched>(
  db: Db,
  table: T,
  hits: Hits,
): SelectQueryBuilder<Database, T, object> {
  const numbers = db.selectFrom(sql`(${hits})`.as('hits')) as unknown as SelectQueryBuilder<
    Database,
    'users',
    object
  >;
  const rows = numbers.crossJoin(table as 'users') as unknown as SelectQueryBuilder<Database, T, object>;
  return rows.where(sql<boolean>`${sql.table(table)}.rowid = hits.number`);
}
