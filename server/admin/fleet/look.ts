import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { openSnapshot } from '#server/admin/records/open-records.ts';
import { findMigrations } from '#server/admin/records/whole-tables.ts';
import type { Config } from '#server/config/config.ts';
import { hasTable } from '#server/database/open.ts';
import { readLastBackup } from '#server/database/settings/last-backup.ts';

/** What is seen of a school's records from beside, whichever version wrote them. */
export type Look = {
  /** The migrations of the school's own tables, in their order. */
  migrations: string[];
  /** All migrations, of the embedded services, too: the same text where the tables are the same. */
  shape: string;
  /** Of the folder and, on PostgreSQL, of the database. */
  bytes: number;
  /** When the last backup was finished, in epoch milliseconds. */
  lastBackup: number | undefined;
};

/** Looks at the records as of one moment. Throws `OpenError`, and what a database that cannot be read throws. */
export async function lookAt({
  databaseUrl,
  dataDir,
}: Pick<Config, 'databaseUrl' | 'dataDir'>): Promise<Look> {
  const records = await openSnapshot({ databaseUrl, dataDir });
  try {
    const migrations = await findMigrations(records);
    const isKept = await hasTable(records.db, 'settings');
    const lastBackup = isKept ? await readLastBackup(records.db) : undefined;
    const inDatabase =
      records.dialect === 'postgres'
        ? (
            await sql<{ bytes: string }>`select pg_database_size(current_database()) as bytes`.execute(
              records.db,
            )
          ).rows[0]?.bytes
        : 0;
    return {
      migrations: migrations.school ?? [],
      shape: JSON.stringify(migrations),
      bytes: sizeOf(dataDir) + Number(inDatabase),
      lastBackup,
    };
  } finally {
    await records.close();
  }
}

function sizeOf(folder: string): number {
  let bytes = 0;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile())
      bytes += statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.size ?? 0;
  return bytes;
}
