import type { Db } from '#server/database/schema.ts';
import { addSetting, deleteSettings, readSetting } from './settings.ts';

const KEY = 'second-factor-since';

/**
 * Since when (epoch milliseconds) the school requires a second factor of admins and the office: the first start
 * that does. Undefined where it does not; a later start that requires it again begins anew.
 */
export async function keepAskedSince(
  db: Db,
  { isAsked, now }: { isAsked: boolean; now: number },
): Promise<number | undefined> {
  if (!isAsked) {
    await deleteSettings(db, [KEY]);
    return undefined;
  }
  await addSetting(db, KEY, String(now));
  return Number(await readSetting(db, KEY));
}
