import { findUserByUid, lockUser } from '#server/auth/queries.ts';
import { endSignIns } from '#server/auth/sign-ins.ts';
import type { Db } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';
import type { Rows } from '#server/features/feature.ts';
import { endWhatASessionSetUp } from '#server/features/recovery/index.ts';
import { refuseOlderSignIns } from '#server/features/users/index.ts';

type Ending = {
  uid: string;
  /**
   * Is called after the commit where pages show more or less: an account stays that was to be deleted, or a
   * child is named no more.
   */
  showAnew: () => void;
  now: number;
  rows: Rows;
};

/**
 * Ends every sign-in of a person and what was set up in them, and lets no earlier sign-in open another; gives
 * how many sign-ins ended.
 */
export async function endEverySignIn(db: Db, { uid, showAnew, now, rows }: Ending): Promise<number> {
  return transact(db, async (tx) => {
    const user = await findUserByUid(tx, uid);
    // A sign-in that opens in this moment has opened before, and is ended, or is refused.
    if (!user || !(await lockUser(tx, user._id))) return 0;
    return endEverySignInOf(tx, user._id, { showAnew, now, rows });
  });
}

/** The same of an account that the caller has locked. */
export async function endEverySignInOf(tx: Db, userid: string, ending: Omit<Ending, 'uid'>): Promise<number> {
  const { now } = ending;
  await endWhatASessionSetUp(tx, userid, { because: 'recovery', ...ending });
  await refuseOlderSignIns(tx, { userid, now });
  return endSignIns(tx, { userid, now });
}
