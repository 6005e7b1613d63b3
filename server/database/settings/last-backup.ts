import type { Db } from '#server/database/schema.ts';

const KEY = 'last-backup';

/** Writes down when a backup was finished and found whole, in epoch milliseconds. */
export async function noteBackup(db: Db, at: number): Promise<void> {
  const value = String(at);
  await db
    .insertInto('settings')
    .values({ key: KEY, value })
    .onConflict((c) => c.column('key').doUpdateSet({ value }))
    .execute();
}

/** When the last backup was finished, in epoch milliseconds; undefined where there has been none. */
export async function readLastBackup(db: Db): Promise<number | undefined> {
  const kept = await db.selectFrom('settings').select('value').where('key', '=', KEY).executeTakeFirst();
  return kept && Number(kept.value);
}

/** Forgets it, in records that came from elsewhere: of these there is none yet. */
export async function forgetBackup(tx: Db): Promise<void> {
  await tx.deleteFrom('settings').where('key', '=', KEY).execute();
}
