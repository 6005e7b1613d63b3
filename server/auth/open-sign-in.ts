import type { Db } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';
import { ensure } from '#server/http/errors.ts';
import type { Identity } from '#server/services/identity-provider.ts';
import type { AccessClaims } from './access-tokens.ts';
import { findUserByEmail, lockUser, updateEmailVerified } from './queries.ts';
import { deleteSignInsBefore, deleteSurplusSignIns, mayOpenSignIn, upsertSignIn } from './sign-ins.ts';

/**
 * Opens the sign-in of somebody who has just proved who they are, or goes on with it; gives what their access token says. Throws
 * `user-not-found` for somebody who is not registered and `session-ended` for one that was ended.
 */
export async function openSignIn(
  db: Db,
  { identity, useragent, now }: { identity: Identity; useragent: string; now: number },
): Promise<AccessClaims> {
  const { uid, epoch, authTime: authtime, validSince } = identity;
  return transact(db, async (tx) => {
    const known = await findUserByEmail(tx, identity.email);
    ensure(known?.uid === uid, 'user-not-found');
    // One at a time for a person: sign-ins are counted here, and ended by others.
    const user = await lockUser(tx, known._id);
    ensure(user && authtime >= user.validsince, 'session-ended');
    const emailverified = identity.emailVerified ? 1 : 0;
    if (user.emailverified !== emailverified) await updateEmailVerified(tx, user._id, emailverified);
    const proof = { userid: user._id, authtime };
    ensure(await mayOpenSignIn(tx, proof, now), 'session-ended');
    const id = await upsertSignIn(tx, { ...proof, useragent, now });
    ensure(id, 'session-ended');
    await deleteSignInsBefore(tx, { userid: user._id, id, validSince });
    await deleteSurplusSignIns(tx, { userid: user._id, id });
    return { userid: user._id, signinid: id, uid, epoch };
  });
}
