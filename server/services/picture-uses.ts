import { type Kysely, sql } from 'kysely';
import type { Db } from '#server/database/schema.ts';

/** Every column that may name a picture of the school's own image host, alone or inside a longer text. */
export const PICTURE_COLUMNS = [
  ['users', 'photoURL'],
  ['classes', 'image'],
  ['classes', 'approvedas'],
  ['instruments', 'image'],
  ['school', 'logo'],
  ['blogs', 'image'],
  ['blogs', 'blog'],
  ['texts', 'markdown'],
  ['texts', 'translations'],
] as const;

/** Whether a record names a picture at an address with this in it. */
export async function isPictureUsed(db: Db, part: string): Promise<boolean> {
  for (const [table, column] of PICTURE_COLUMNS) {
    const found = await (db as Kysely<Record<string, Record<string, string>>>)
      .selectFrom(table)
      .select(sql.lit(1).as('one'))
      .where(sql.ref(column), 'like', `%${part}%`)
      .limit(1)
      .executeTakeFirst();
    if (found) return true;
  }
  return false;
}
