import type { Db } from '#server/database/schema.ts';
import { type Actor, insertChange } from '#server/features/changes/index.ts';
import { deleteKeys } from './queries.ts';

/**
 * Ends one key, or all that an account made, and notes it in the log; gives how many. From the next call on
 * they open nothing.
 */
export async function revokeKeys(
  tx: Db,
  { actor, now, ...which }: ({ _id: string } | { ownerid: string }) & { actor: Actor; now: number },
): Promise<number> {
  const revoked = await deleteKeys(tx, which);
  for (const { _id: subjectid, name: subjectname } of revoked)
    await insertChange(tx, {
      about: 'integration',
      subjectid,
      subjectname,
      action: 'key-revoked',
      actor,
      now,
    });
  return revoked.length;
}
