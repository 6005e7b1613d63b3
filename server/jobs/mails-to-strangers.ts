import type { Db } from '#server/database/schema.ts';

const HOUR_MS = 60 * 60_000;

/** So many mails go in a window to an address that no account here has proved. */
const WINDOWS = [
  { max: 6, ms: HOUR_MS },
  { max: 20, ms: 24 * HOUR_MS },
];

type Counted = { recipient: string; now: number; rateLimitFactor: number };

/**
 * Whether an address that no account has proved has been sent as much as it may be, mails of every kind taken
 * together: what people ask for is not mailed there then. What the school itself sends counts, and goes out
 * all the same.
 */
export async function isMailedEnough(db: Db, { recipient, now, rateLimitFactor }: Counted): Promise<boolean> {
  const proved = await db
    .selectFrom('users')
    .select('_id')
    .where('email', '=', recipient)
    .where('emailverified', '=', 1)
    .executeTakeFirst();
  if (proved) return false;
  for (const { max, ms } of WINDOWS) {
    const limit = max * rateLimitFactor;
    const mails = await db
      .selectFrom('mails')
      .select('_id')
      .where('recipient', '=', recipient)
      .where('createdat', '>', now - ms)
      .limit(limit)
      .execute();
    if (mails.length >= limit) return true;
  }
  return false;
}
