import type { Db } from '#server/database/schema.ts';

/** What is kept under a key; undefined where nothing is. */
export async function readSetting(db: Db, key: string): Promise<string | undefined> {
  const kept = await db.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst();
  return kept?.value;
}

/** Keeps a value, in place of any that was there. */
export async function writeSetting(db: Db, key: string, value: string): Promise<void> {
  await db
    .insertInto('settings')
    .values({ key, value })
    .onConflict((c) => c.column('key').doUpdateSet({ value }))
    .execute();
}

/** Keeps a value where there is none yet; gives whether it did. */
export async function addSetting(db: Db, key: string, value: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('settings')
    .values({ key, value })
    .onConflict((c) => c.column('key').doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows > 0n;
}

/** Replaces a value that is still as it was read; gives whether it did. */
export async function replaceSetting(
  db: Db,
  key: string,
  { from, to }: { from: string; to: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('settings')
    .set({ value: to })
    .where('key', '=', key)
    .where('value', '=', from)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Deletes what is kept under some keys; of one value only where it is still that. */
export async function deleteSettings(db: Db, keys: readonly string[], value?: string): Promise<void> {
  await db
    .deleteFrom('settings')
    .where('key', 'in', keys)
    .$if(value !== undefined, (settings) => settings.where('value', '=', value ?? ''))
    .execute();
}
