import type { Db } from '#server/database/schema.ts';
import { deleteSettings, readSetting, writeSetting } from './settings.ts';

const KEY = 'lost-lines';

/** When lines of the log were last found lost, in epoch milliseconds; undefined where none ever were. */
export async function readLostLines(db: Db): Promise<number | undefined> {
  const kept = await readSetting(db, KEY);
  return kept === undefined ? undefined : Number(kept);
}

/** Writes down when lines were found lost. */
export async function noteLostLines(db: Db, at: number): Promise<void> {
  await writeSetting(db, KEY, String(at));
}

/** Clears it in records that a backup or another database brought. */
export async function forgetLostLines(tx: Db): Promise<void> {
  await deleteSettings(tx, [KEY]);
}
