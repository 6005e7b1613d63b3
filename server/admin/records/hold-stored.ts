import { Refused, type Work } from '#server/admin/command.ts';
import { OpenError } from '#server/database/open.ts';
import { noteBackup } from '#server/database/settings/last-backup.ts';
import { beginBackup, endBackup, keepBackupRunning } from '#server/database/settings/running-backups.ts';
import { openBeside } from './open-records.ts';

const MINUTE_MS = 60_000;
/** So much later a backup that died without a word holds nothing. */
export const HELD_MS = 5 * MINUTE_MS;
const RENEW_MS = MINUTE_MS;
/** Longer than a backup takes; erased people's files go later by as much at most. */
export const BACKUP_MAX_MS = 24 * 60 * MINUTE_MS;

export type Hold = {
  /** Throws `Refused` where what was stored when the backup began may be there no more. */
  check(): void;
  /** Says that the backup is finished and whole. */
  note(): Promise<void>;
  end(): Promise<void>;
};

/**
 * From now on the school deletes no picture and no file, until `end`: rows that are read after this find what
 * they name. Undefined where an older version left the records, which only a start may change.
 */
export async function holdStored({ config, now }: Pick<Work, 'config' | 'now'>): Promise<Hold | undefined> {
  const records = await openBeside(config).catch((error) => {
    if (error instanceof OpenError) return undefined;
    throw error;
  });
  if (!records) return undefined;
  const { db, close } = records;
  const began = now();
  let until = 0;
  let renewing = Promise.resolve();
  try {
    const key = await beginBackup(db, began);
    const renew = async () => {
      const next = now() + HELD_MS;
      await keepBackupRunning(db, key, next);
      until = next;
    };
    await renew();
    const timer = setInterval(() => {
      // One that fails is made again in a minute; `check` says when that is too late.
      renewing = renewing.then(renew).catch(() => {});
    }, RENEW_MS);
    return {
      check() {
        if (now() >= began + BACKUP_MAX_MS)
          throw new Refused(
            'The backup takes longer than a day, for which nothing can be deleted. It was given up.',
          );
        if (now() >= until)
          throw new Refused('The database was away for too long while the backup was made. Make it again.');
      },
      note: () => noteBackup(db, now()),
      async end() {
        clearInterval(timer);
        await renewing;
        // What cannot be said now ends by itself.
        await endBackup(db, key).catch(() => {});
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}
