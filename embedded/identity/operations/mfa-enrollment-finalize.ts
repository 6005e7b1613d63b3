import type * as z from 'zod';
import type { FinalizeEnrollment, MfaAnswer } from '#contract/protocols/identity.ts';
import { insertCode } from '#embedded/identity/codes/codes.ts';
import { insertCodeMail } from '#embedded/identity/codes/mails.ts';
import { ensure } from '#embedded/identity/errors.ts';
import type { Caller, Identity } from '#embedded/identity/options.ts';
import { enroll, readSession } from '#embedded/identity/second-factor/enrollment.ts';
import { enrollmentIdOf, findFactor } from '#embedded/identity/second-factor/factors.ts';
import { stepOf } from '#embedded/identity/second-factor/totp.ts';
import {
  authenticate,
  ensureRecentSignIn,
  openSession,
  tokenPair,
} from '#embedded/identity/tokens/tokens.ts';

/**
 * Gives the caller's account its second factor, once a number shows that their app has the secret. Every other
 * session ends, and the account's mailbox gets a way back.
 */
export async function finalizeEnrollment(
  identity: Identity,
  { idToken, displayName, totpVerificationInfo }: z.output<typeof FinalizeEnrollment>,
  caller: Caller,
): Promise<z.input<typeof MfaAnswer>> {
  const { db, now } = identity;
  const { account, signIn } = await authenticate(identity, idToken);
  ensureRecentSignIn(identity, signIn);
  const { sessionInfo, verificationCode } = totpVerificationInfo ?? {};
  ensure(sessionInfo, 'MISSING_SESSION_INFO');
  ensure(verificationCode, 'MISSING_CODE');
  ensure(!(await findFactor(db, account.localid)), 'SECOND_FACTOR_EXISTS');
  const secret = await readSession(identity, account, sessionInfo);
  const laststep = stepOf(verificationCode, { secret, laststep: 0, now: now() });
  ensure(laststep !== undefined, 'INVALID_CODE');

  const added = { displayname: displayName || null, secret, laststep };
  const done = await db.transaction().execute(async (tx) => {
    const enrolled = await enroll(tx, identity, account, added);
    ensure(enrolled, 'TOKEN_EXPIRED');
    const { changed, factor } = enrolled;
    const { localid, email, epoch } = changed;
    const kind = 'REVERT_SECOND_FACTOR_ADDITION';
    const code = await insertCode(tx, now(), { kind, localid, email, newemail: null, epoch });
    await insertCodeMail(tx, identity, caller, { kind, to: email, code });
    const bySecond = { ...signIn, secondFactor: enrollmentIdOf(factor) };
    return { changed, bySecond, refreshToken: await openSession(tx, now(), changed, bySecond) };
  });
  return tokenPair(identity, caller, done.changed, done.bySecond, done.refreshToken);
}
