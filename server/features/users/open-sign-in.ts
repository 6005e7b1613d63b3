import type { AccessClaims } from '#server/auth/access-tokens.ts';
import { findUserByEmail, lockUser } from '#server/auth/queries.ts';
import { type AskedSince, secondFactorFrom } from '#server/auth/second-factor.ts';
import {
  deleteSignInsBefore,
  deleteSurplusSignIns,
  mayOpenSignIn,
  upsertSignIn,
} from '#server/auth/sign-ins.ts';
import type { Db, Row } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';
import { ensure } from '#server/http/errors.ts';
import type { Identity } from '#server/services/identity-provider.ts';
import { updateEmailVerified } from './queries.ts';

type Opening = {
  identity: Identity;
  useragent: string;
  askedSince: AskedSince;
  now: number;
  /**
   * Called in the same transaction when the identity service reports for the first time that it ended every
   * session.
   */
  sessionsEnded: (tx: Db, user: Row<'users'>) => Promise<void>;
  /** Called when an address is proved for the first time. */
  proved?: (user: Row<'users'>) => void;
};

/**
 * Opens the sign-in of an account that has just been authenticated, or continues it; gives the claims of its
 * access token. Throws `user-not-found` for an account that is not registered, `session-ended` for one that
 * was ended, `account-leaving`, and `second-factor-required` for who runs the school and has been reminded for
 * long enough.
 */
export async function openSignIn(
  db: Db,
  { identity, useragent, askedSince, now, sessionsEnded, proved = () => {} }: Opening,
): Promise<AccessClaims> {
  const { uid, epoch, authTime: authtime, validSince, isBySecondFactor } = identity;
  return transact(db, async (tx) => {
    const known = await findUserByEmail(tx, identity.email);
    ensure(known?.uid === uid, 'user-not-found');
    // One at a time for a person: sign-ins are counted here, and ended by others.
    const user = await lockUser(tx, known._id);
    ensure(user, 'session-ended');
    ensure(user.leavesat === null, 'account-leaving');
    ensure(authtime >= user.validsince, 'session-ended');
    const from = secondFactorFrom(user, askedSince);
    ensure(isBySecondFactor || from === undefined || from > now, 'second-factor-required');
    if (user.sessionssince === null || user.sessionssince < validSince) await sessionsEnded(tx, user);
    const emailverified = identity.emailVerified ? 1 : 0;
    if (user.emailverified !== emailverified || (emailverified && user.provedat === null))
      await updateEmailVerified(tx, user, { emailverified, now });
    if (emailverified && user.provedat === null) proved(user);
    const proof = { userid: user._id, authtime };
    ensure(await mayOpenSignIn(tx, proof, now), 'session-ended');
    const id = await upsertSignIn(tx, { ...proof, useragent, now });
    ensure(id, 'session-ended');
    await deleteSignInsBefore(tx, { userid: user._id, id, validSince });
    await deleteSurplusSignIns(tx, { userid: user._id, id });
    return { userid: user._id, signinid: id, uid, epoch, isBySecondFactor };
  });
}
