import { firstIdAt } from '#server/database/ids.ts';
import { inBatches } from '#server/database/lists/batches.ts';
import type { Db } from '#server/database/schema.ts';
import { isBackupRunning } from '#server/database/settings/running-backups.ts';
import { type FileStore, isFileName } from '#server/services/file-store.ts';
import { deleteFiles, findFileIds, findFilesAfter } from './queries.ts';

const HOUR_MS = 60 * 60_000;
const AT_ONCE = 250;

type Sweeping = { db: Db; files: FileStore; now: () => number };

/**
 * Deletes the rows of files of classes that are no more, and what lies in the store without a row, as a
 * deletion or a crash leaves it. What came within the last hour may be on its way, and while a backup is made
 * everything stays that lies in the store: the rows in it are those of when it began. Gives whether it has done
 * all. Safe to call concurrently.
 */
export async function sweepFiles(sweeping: Sweeping): Promise<boolean> {
  const { db, files, now } = sweeping;
  for await (const { _id, deletedat } of inBatches((batch) => findFilesAfter(db, batch)))
    if (deletedat !== null) await deleteFiles(db, [_id]);
  if (await isBackupRunning(db, now())) return false;
  const before = firstIdAt(now() - HOUR_MS);
  let some: string[] = [];
  for await (const { name } of files.list()) {
    if (isFileName(name) && name < before) some.push(name);
    if (some.length < AT_ONCE) continue;
    if (!(await deleteUnknown(sweeping, some))) return false;
    some = [];
  }
  return some.length === 0 || deleteUnknown(sweeping, some);
}

/** False where a backup has begun; that is asked last, so that a later one has none of their rows. */
async function deleteUnknown({ db, files, now }: Sweeping, names: readonly string[]): Promise<boolean> {
  const known = new Set((await findFileIds(db, names)).map(({ _id }) => _id));
  if (await isBackupRunning(db, now())) return false;
  for (const name of names) if (!known.has(name)) await files.delete(name);
  return true;
}
