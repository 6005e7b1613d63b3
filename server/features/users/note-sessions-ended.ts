import { findUserByEmail, findUserByUid, lockUser } from '#server/auth/queries.ts';
import type { Db } from '#server/database/schema.ts';
import { afterCommit } from '#server/database/transact.ts';
import type { Rows } from '#server/features/feature.ts';
import { endWhatASessionSetUp } from '#server/features/recovery/index.ts';
import { notifyOfAccounts } from './notify-of-accounts.ts';
import { updateSessionsSince, updateUser } from './queries.ts';

const SECOND_MS = 1000;

type Ended = {
  /** When the identity service ended every session of the account. */
  validsince: number;
  /** False where the account only got another address. */
  isRecovery: boolean;
  /** The proved address that the account was brought back to, by the mailbox of it. */
  broughtback?: string | undefined;
  /**
   * Is called after the commit where pages show more or less: an account stays that was to be deleted, or a
   * child is named no more.
   */
  showAnew: () => void;
  rows: Rows;
  now: number;
};

/**
 * Notes when the identity service ended every session of an account, once: it may say so at that moment, and
 * says so again at the next sign-in. The first moment that the school learns of is not taken for a recovery.
 */
export async function noteSessionsEnded(
  tx: Db,
  whose: { uid: string } | { userid: string },
  { validsince, isRecovery, broughtback, ...ending }: Ended,
): Promise<void> {
  const userid = 'userid' in whose ? whose.userid : (await findUserByUid(tx, whose.uid))?._id;
  const user = userid === undefined ? undefined : await lockUser(tx, userid);
  if (!user) return;
  // The service tells it in whole seconds later.
  const since = Math.floor(validsince / SECOND_MS) * SECOND_MS;
  if (user.sessionssince === null || user.sessionssince < since)
    await updateSessionsSince(tx, user._id, since);
  const because = 'recovery' as const;
  if (isRecovery) await endWhatASessionSetUp(tx, user._id, { ...ending, because });
  // Not only at the next sign-in: until then the school would go on writing to the other mailbox.
  if (broughtback === undefined || broughtback === user.email || (await findUserByEmail(tx, broughtback)))
    return;
  await updateUser(tx, user._id, { email: broughtback, emailverified: 1 });
  await notifyOfAccounts(tx, 'account.changed', { userids: [user._id], now: ending.now });
  afterCommit(ending.showAnew);
}
