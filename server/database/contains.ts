import { sql } from 'kysely';

/** A condition: one of the text columns contains the word, whatever the case of its letters. */
export function contains(columns: readonly [string, ...string[]], word: string) {
  const pattern = `%${word.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
  const either = columns.map((column) => sql`lower(${sql.ref(column)}) like ${pattern} escape '\\'`);
  return sql<boolean>`(${sql.join(either, sql` or `)})`;
}
