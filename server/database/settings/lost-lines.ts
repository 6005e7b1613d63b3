import type { Db } from '#server/database/schema.ts';

const KEY = 'lost-lines';

/** When lines of the log were last found lost, in epoch milliseconds; undefined where none ever were. */
export async function readLostLines(db: Db): Promise<number | undefined> {
  const kept = await db.selectFrom('settings').select('value').where('key', '=', KEY).executeTakeFirst();
  return kept && Number(kept.value);
}

/** Writes down when lines were found lost. */
export async function noteLostLines(db: Db, at: number): Promise<void> {
  const value = String(at);
  await db
    .insertInto('settings')
    .values({ key: KEY, value })
    .onConflict((c) => c.column('key').doUpdateSet({ value }))
    .execute();
}

/** Clears it in records that a backup or another database brought. */
export async function forgetLostLines(tx: Db): Promise<void> {
  await tx.deleteFrom('settings').where('key', '=', KEY).execute();
}
