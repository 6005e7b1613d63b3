import { randomBytes } from 'node:crypto';
import type { Db } from '#server/database/schema.ts';
import { addSetting } from './settings.ts';

const BYTES = 32;

/**
 * A secret that the school made once and keeps, so that a restart or a second process signs no one out.
 * Base64url.
 */
export async function findOrMakeSecret(db: Db, key: string): Promise<string> {
  await addSetting(db, key, randomBytes(BYTES).toString('base64url'));
  const kept = await db
    .selectFrom('settings')
    .select('value')
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
  return kept.value;
}
