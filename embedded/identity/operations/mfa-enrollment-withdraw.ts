import type * as z from 'zod';
import type { MfaAnswer, WithdrawEnrollment } from '#contract/protocols/identity.ts';
import { countChange } from '#embedded/identity/accounts/credentials.ts';
import { insertSecondFactorMail } from '#embedded/identity/codes/mails.ts';
import { ensure } from '#embedded/identity/errors.ts';
import type { Caller, Identity } from '#embedded/identity/options.ts';
import { withdraw } from '#embedded/identity/second-factor/enrollment.ts';
import { enrollmentIdOf, findFactor } from '#embedded/identity/second-factor/factors.ts';
import { authenticate, openSession, tokenPair } from '#embedded/identity/tokens/tokens.ts';

/** Takes the caller's second factor away. Every other session ends, and the account's mailbox is told. */
export async function withdrawEnrollment(
  identity: Identity,
  { idToken, mfaEnrollmentId }: z.output<typeof WithdrawEnrollment>,
  caller: Caller,
): Promise<z.input<typeof MfaAnswer>> {
  const { db, now } = identity;
  const { account, signIn } = await authenticate(identity, idToken);
  await countChange(identity, account, signIn, caller);
  ensure(mfaEnrollmentId, 'MISSING_MFA_ENROLLMENT_ID');
  const factor = await findFactor(db, account.localid);
  ensure(factor && enrollmentIdOf(factor) === mfaEnrollmentId, 'MFA_ENROLLMENT_NOT_FOUND');

  const byFirst = { ...signIn, secondFactor: undefined };
  const done = await db.transaction().execute(async (tx) => {
    const changed = await withdraw(tx, identity, account);
    ensure(changed, 'TOKEN_EXPIRED');
    await insertSecondFactorMail(tx, identity, caller, changed, 'removed');
    return { changed, refreshToken: await openSession(tx, now(), changed, byFirst) };
  });
  return tokenPair(identity, caller, done.changed, byFirst, done.refreshToken);
}
