import { type Kysely, PostgresAdapter, sql } from 'kysely';
import { makeIndex } from '#server/database/migrations/002/search.ts';

const COLUMNS = ['title', 'blog_description', 'authorname', 'blog'];

/** Posts are found by parts of words, as classes and people are. */
export async function indexPosts(db: Kysely<unknown>): Promise<void> {
  if (db.getExecutor().adapter instanceof PostgresAdapter) return indexByExtension(db);
  const of = { table: 'blogs', columns: COLUMNS };
  const parts = { name: 'blogs_parts', options: `tokenize = 'trigram case_sensitive 1'` };
  await makeIndex(db, { ...parts, ...of, text: (column) => `lower(${column})` });
  const letters = { name: 'blogs_letters', options: `tokenize = 'ascii', detail = column` };
  await makeIndex(db, { ...letters, ...of, text: lettersOfLong });
}

async function indexByExtension(db: Kysely<unknown>) {
  const columns = COLUMNS.map((column) => `lower(${column}) gin_trgm_ops`).join(', ');
  const index = `create index blogs_parts on blogs using gin (${columns})`;
  await sql
    .raw(
      `do $$ begin ${index}; exception when others then raise notice 'Without pg_trgm: %', sqlerrm; end $$`,
    )
    .execute(db);
}

/** So many letters of an article are looked at together: in a long text SQLite counts from its beginning. */
const PIECE = 200;

/** The same as in the indexes of 0.2.0, `lettersOf`, of texts that may have thousands of letters. */
const lettersOfLong = (column: string) =>
  `(with recursive piece (n, rest) as (select 0, lower(${column})
      union all select n + 1, substr(rest, ${PIECE + 1}) from piece where length(rest) > ${PIECE}),
    place (t, i) as (select substr(rest, 1, ${PIECE + 1}), 1 from piece
      union all select t, i + 1 from place where i < min(length(t), ${PIECE}))
    select group_concat(distinct hex(substr(t, i, 2))) || ',' || group_concat(distinct hex(substr(t, i, 1))) from place)`;
