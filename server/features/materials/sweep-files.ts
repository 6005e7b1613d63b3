import { firstIdAt } from '#server/database/ids.ts';
import { inBatches } from '#server/database/lists/batches.ts';
import type { Db } from '#server/database/schema.ts';
import { type FileStore, isFileName } from '#server/services/file-store.ts';
import { deleteFiles, findFileIds, findFilesAfter } from './queries.ts';

const HOUR_MS = 60 * 60_000;
const AT_ONCE = 250;

/**
 * Deletes what is left of files: those of classes that are no more, and what lies in the store without a row,
 * as a deletion or a crash leaves it. What came within the last hour may be on its way. Safe to call
 * concurrently.
 */
export async function sweepFiles({
  db,
  files,
  now,
}: {
  db: Db;
  files: FileStore;
  now: number;
}): Promise<void> {
  for await (const { _id, deletedat } of inBatches((batch) => findFilesAfter(db, batch)))
    if (deletedat !== null) await deleteFiles(db, [_id]);
  const before = firstIdAt(now - HOUR_MS);
  let some: string[] = [];
  for await (const { name } of files.list()) {
    if (isFileName(name) && name < before) some.push(name);
    if (some.length < AT_ONCE) continue;
    await deleteUnknown(db, files, some);
    some = [];
  }
  if (some.length > 0) await deleteUnknown(db, files, some);
}

async function deleteUnknown(db: Db, files: FileStore, names: readonly string[]): Promise<void> {
  const known = new Set((await findFileIds(db, names)).map(({ _id }) => _id));
  for (const name of names) if (!known.has(name)) await files.delete(name);
}
