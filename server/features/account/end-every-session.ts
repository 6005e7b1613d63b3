import { findUserByUid, lockUser } from '#server/auth/queries.ts';
import type { Db } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';
import { endSessions, refuseOlderSignIns } from './queries.ts';

/** Ends every session of a person and lets no earlier sign-in open another; gives how many ended. */
export async function endEverySession(db: Db, { uid, now }: { uid: string; now: number }): Promise<number> {
  return transact(db, async (tx) => {
    const user = await findUserByUid(tx, uid);
    // A session that opens in this moment has opened before, and is ended, or finds its sign-in refused.
    if (!user || !(await lockUser(tx, user._id))) return 0;
    await refuseOlderSignIns(tx, { userid: user._id, now });
    return endSessions(tx, { userid: user._id, now });
  });
}
