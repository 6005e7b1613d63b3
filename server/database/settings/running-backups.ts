import { newId } from '#server/database/ids.ts';
import type { Db } from '#server/database/schema.ts';
import { deleteSettings, writeSetting } from './settings.ts';

/** A key a backup, so that of several that run at once each ends its own. The value is until when it holds. */
const KEY = 'backup-running.';

const ofBackups = (db: Db) =>
  db.selectFrom('settings').select(['key', 'value']).where('key', 'like', `${KEY}%`);

/** Gives the key of a backup that begins now (epoch milliseconds). Those that died without a word are forgotten. */
export async function beginBackup(db: Db, now: number): Promise<string> {
  for (const { key, value } of await ofBackups(db).execute())
    if (Number(value) <= now) await deleteSettings(db, [key]);
  return KEY + newId(now);
}

/** Says that a backup runs until a moment at least, in epoch milliseconds. */
export const keepBackupRunning = (db: Db, key: string, until: number): Promise<void> =>
  writeSetting(db, key, String(until));

export const endBackup = (db: Db, key: string): Promise<void> => deleteSettings(db, [key]);

/**
 * Whether a backup is being made, which has read the rows of one moment and goes on to read what is stored
 * beside them: what a row of that moment names must still be there.
 */
export async function isBackupRunning(db: Db, now: number): Promise<boolean> {
  const running = await ofBackups(db).execute();
  return running.some(({ value }) => Number(value) > now);
}

/** Forgets them in records that came from elsewhere: of those none is being made. */
export async function forgetRunningBackups(tx: Db): Promise<void> {
  await tx.deleteFrom('settings').where('key', 'like', `${KEY}%`).execute();
}
