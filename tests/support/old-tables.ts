import { type Kysely, sql } from 'kysely';

/* Tables as an earlier version had them, which the schema of today does not know. */

export type OldRow = Record<string, string | number | null>;

export async function insertRows<DB>(db: Kysely<DB>, table: string, rows: readonly OldRow[]): Promise<void> {
  for (const row of rows) {
    const columns = sql.join(Object.keys(row).map((column) => sql.ref(column)));
    const values = sql.join(Object.values(row));
    await sql`insert into ${sql.table(table)} (${columns}) values (${values})`.execute(db);
  }
}

export async function readRows<DB>(db: Kysely<DB>, table: string): Promise<OldRow[]> {
  return (await sql<OldRow>`select * from ${sql.table(table)}`.execute(db)).rows;
}
