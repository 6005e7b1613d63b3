import { findUserByUid, lockUser } from '#server/auth/queries.ts';
import type { Db } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';
import { deleteCalendar } from '#server/features/calendars/index.ts';
import { endSignIns, refuseOlderSignIns } from './queries.ts';

/** Ends every sign-in of a person and the address of their calendar, and lets no earlier sign-in open another; gives how many sign-ins ended. */
export async function endEverySignIn(db: Db, { uid, now }: { uid: string; now: number }): Promise<number> {
  return transact(db, async (tx) => {
    const user = await findUserByUid(tx, uid);
    // A sign-in that opens in this moment has opened before, and is ended, or is refused.
    if (!user || !(await lockUser(tx, user._id))) return 0;
    await deleteCalendar(tx, user._id);
    await refuseOlderSignIns(tx, { userid: user._id, now });
    return endSignIns(tx, { userid: user._id, now });
  });
}
