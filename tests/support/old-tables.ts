import { type Kysely, sql } from 'kysely';
import * as school from '#server/database/migrations/001-school.ts';
import * as release020 from '#server/database/migrations/002-release-0.2.0.ts';
import { migrate, type OpenDatabase } from '#server/database/open.ts';
import type { Database } from '#server/database/schema.ts';
import { openTestDatabase } from './database.ts';

/* Tables as an earlier version had them, which the schema of today does not know. */

export type OldRow = Record<string, string | number | null>;

const RELEASES = {
  '0.1.0': { '001-school': school },
  '0.2.0': { '001-school': school, '002-release-0.2.0': release020 },
};

/** An empty database with the tables of a release. */
export async function openRelease(release: keyof typeof RELEASES): Promise<OpenDatabase<Database>> {
  const records = await openTestDatabase();
  const migrations = { getMigrations: async () => RELEASES[release] };
  await migrate(records.db, { name: 'school', migrations });
  return records;
}

export const openFirstRelease = () => openRelease('0.1.0');

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
