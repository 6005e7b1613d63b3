import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Refused } from '#server/admin/command.ts';
import type { Progress } from '#server/admin/progress.ts';
import { isPictureName, openStore } from '#server/services/images.ts';
import { rowsIn, type Stored, storedIn, verifyArchive } from './archive.ts';
import { openSqliteSnapshot } from './open-records.ts';
import {
  countRows,
  findContents,
  findMigrations,
  findSqliteFaults,
  readTable,
  type Table,
  type Value,
} from './whole-tables.ts';

/** A school that lies somewhere whole, to be brought into empty records. */
export type Source = {
  migrations: Readonly<Record<string, readonly string[]>>;
  /** Each after those that it refers to. */
  tables: readonly (Pick<Table, 'name' | 'columns'> & { rows: number })[];
  rows(): AsyncIterable<{ table: string; rows: readonly Value[][] }>;
  /** What is kept beside the rows. */
  stored(): AsyncIterable<Stored>;
  close(): Promise<void>;
};

/**
 * A backup, or what 0.1.0 had instead of one: a copy of the data folder, or of the `cadenza.sqlite` in it.
 * Verified before it is given.
 */
export async function openSource(path: string, progress: Progress): Promise<Source> {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) throw new Refused(`There is no file ${path}.`);
  if (found.isDirectory()) return openCopy(join(path, 'cadenza.sqlite'));
  if (path.endsWith('.sqlite')) return openCopy(path);
  progress.start('Verifying', found.size);
  const manifest = await verifyArchive(path, progress.add);
  return { ...manifest, rows: () => rowsIn(path), stored: () => storedIn(path), close: async () => {} };
}

/** A copy of the records as they lay on the disk, with the pictures beside it where there are some. */
async function openCopy(file: string): Promise<Source> {
  const records = openSqliteSnapshot(file);
  try {
    await checkCopy(file, records);
    const contents = await findContents(records);
    const tables = [];
    for (const table of contents) tables.push({ ...table, rows: await countRows(records, table) });
    return {
      migrations: await findMigrations(records),
      tables,
      rows: async function* () {
        for (const table of contents)
          for await (const rows of readTable(records, table)) yield { table: table.name, rows };
      },
      stored: () => picturesBeside(file),
      close: records.close,
    };
  } catch (error) {
    await records.close();
    throw error;
  }
}

/** A file that was copied while the school wrote into it may be torn. */
async function checkCopy(file: string, { db }: ReturnType<typeof openSqliteSnapshot>) {
  const faults = await findSqliteFaults(db).catch((error) => [(error as Error).message]);
  if (faults.length > 0)
    throw new Refused(`${file} is damaged (${faults[0]}). Take another copy. Nothing was changed.`);
}

async function* picturesBeside(file: string): AsyncGenerator<Stored> {
  const dataDir = dirname(file);
  if (!existsSync(join(dataDir, 'images'))) return;
  const store = await openStore({ images: { s3: undefined }, dataDir });
  for await (const { name } of store.list()) {
    const bytes = isPictureName(name) ? await store.get(name) : undefined;
    if (bytes) yield { kind: 'pictures', name, bytes };
  }
}
