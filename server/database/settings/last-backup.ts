import type { Db } from '#server/database/schema.ts';
import { deleteSettings, readSetting, writeSetting } from './settings.ts';

const KEY = 'last-backup';

/** Writes down when a backup was finished and found whole, in epoch milliseconds. */
export async function noteBackup(db: Db, at: number): Promise<void> {
  await writeSetting(db, KEY, String(at));
}

/** When the last backup was finished, in epoch milliseconds; undefined where there has been none. */
export async function readLastBackup(db: Db): Promise<number | undefined> {
  const kept = await readSetting(db, KEY);
  return kept === undefined ? undefined : Number(kept);
}

/** Forgets it, in records that came from elsewhere: of these there is none yet. */
export async function forgetBackup(tx: Db): Promise<void> {
  await deleteSettings(tx, [KEY]);
}
