import type { MigrationProvider } from 'kysely/migration';
import { migrate, type OpenDatabase, openSqliteInMemory } from '#server/database/open.ts';

/** A database in memory with the tables of one embedded service. */
export async function openServiceDatabase<DB>(tables: {
  name: string;
  migrations: MigrationProvider;
}): Promise<OpenDatabase<DB>> {
  const database = openSqliteInMemory<DB>();
  await migrate(database.db, tables);
  return database;
}
