import { type Kysely, type RawBuilder, sql, type TableMetadata } from 'kysely';
import { inject } from 'vitest';
import type { Database } from '#server/database/schema.ts';

/**
 * Of the embedded services and of migrations: a refused call of the school does not reach them, and their own
 * clocks may write. Nor what programs were answered: a refusal is kept, too.
 */
const OTHERS = /^(identity|cards)_|^images$|^keywrites$|_migrations(_lock)?$/;

/** One text of all rows of a table, which the database itself puts together. */
function dumpOf({ name, columns }: TableMetadata): RawBuilder<unknown> {
  const values = sql.join(columns.map((column) => sql.ref(column.name)));
  const row = inject('dialect') === 'sqlite' ? sql`json_array(${values})` : sql`to_jsonb(t)::text`;
  return sql`select ${sql.lit(name)} as name, string_agg(${row}, ',' order by ${row}) as rows from ${sql.table(name)} as t`;
}

/** What reads every row of the school, as one text that differs where any of them does. */
export async function everyRowOf(db: Kysely<Database>): Promise<() => Promise<string>> {
  const found = await db.introspection.getTables();
  const dumps = found.filter(({ name }) => !OTHERS.test(name)).map(dumpOf);
  return async () => {
    const { rows } = await sql`${sql.join(dumps, sql` union all `)} order by name`.execute(db);
    return JSON.stringify(rows);
  };
}
