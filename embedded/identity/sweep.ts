import { CODE_MS } from './codes/codes.ts';
import { LONGEST_WINDOW_MS } from './limits/limits.ts';
import type { IdentityDb } from './tables.ts';

const DAY_MS = 24 * 60 * 60_000;
/** A client that has not renewed its token for this long has to sign in again. */
const SESSION_IDLE_MS = 400 * DAY_MS;

/**
 * Deletes what no longer opens, counts or explains anything. Codes stay a while, to be distinguished from
 * unknown ones.
 */
export async function sweep(db: IdentityDb, now: number): Promise<void> {
  await db
    .deleteFrom('identity_codes')
    .where('expiresat', '<', now - 24 * CODE_MS)
    .execute();
  await db
    .deleteFrom('identity_attempts')
    .where('since', '<', now - LONGEST_WINDOW_MS)
    .execute();
  await db.deleteFrom('identity_pending_sign_ins').where('expiresat', '<', now).execute();
  await db.deleteFrom('identity_used_assertions').where('expiresat', '<', now).execute();
  await db
    .deleteFrom('identity_refresh_tokens')
    .where('usedat', '<', now - SESSION_IDLE_MS)
    .execute();
}
