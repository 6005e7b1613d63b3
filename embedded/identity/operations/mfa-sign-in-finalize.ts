import type * as z from 'zod';
import type { FinalizeMfaSignIn, MfaAnswer } from '#contract/protocols/identity.ts';
import { findAccount } from '#embedded/identity/accounts/accounts.ts';
import { insertSecondFactorMail } from '#embedded/identity/codes/mails.ts';
import { ensure } from '#embedded/identity/errors.ts';
import type { Counted } from '#embedded/identity/limits/limits.ts';
import type { Caller, Identity } from '#embedded/identity/options.ts';
import { consumeStep, enrollmentIdOf, findFactor } from '#embedded/identity/second-factor/factors.ts';
import { consumePending, findPending, takeTry } from '#embedded/identity/second-factor/pending-sign-ins.ts';
import { consumeRecoveryCode, countCodes } from '#embedded/identity/second-factor/recovery-codes.ts';
import { stepOf } from '#embedded/identity/second-factor/totp.ts';
import type { AccountRow, IdentityDb, SecondFactorRow } from '#embedded/identity/tables.ts';
import { openSignedInSession, tokenPair } from '#embedded/identity/tokens/tokens.ts';

/**
 * Signs in who has shown the first factor and now gives a number of the account's app, or a recovery code in
 * its place.
 */
export async function finalizeMfaSignIn(
  identity: Identity,
  { mfaPendingCredential, mfaEnrollmentId, totpVerificationInfo }: z.output<typeof FinalizeMfaSignIn>,
  caller: Caller,
): Promise<z.input<typeof MfaAnswer>> {
  const { db, now, limits } = identity;
  ensure(mfaPendingCredential, 'MISSING_MFA_PENDING_CREDENTIAL');
  ensure(mfaEnrollmentId, 'MISSING_MFA_ENROLLMENT_ID');
  const typed = totpVerificationInfo?.verificationCode?.trim();
  ensure(typed, 'MISSING_CODE');
  const pending = await findPending(db, now(), mfaPendingCredential);
  const account = await findAccount(db, pending.localid);
  ensure(account?.epoch === pending.epoch, 'INVALID_MFA_PENDING_CREDENTIAL');
  ensure(!account.disabled, 'USER_DISABLED');
  const factor = await findFactor(db, account.localid);
  ensure(factor && enrollmentIdOf(factor) === mfaEnrollmentId, 'MFA_ENROLLMENT_NOT_FOUND');

  const counted = [['wrong number, account', account.localid]] satisfies Counted[];
  await takeTry(db, pending);
  await limits.count(counted);
  const signIn = { provider: pending.provider, authTime: now(), secondFactor: mfaEnrollmentId };
  const refreshToken = await db.transaction().execute(async (tx) => {
    // The account is locked before what belongs to it, as everywhere.
    const opened = await openSignedInSession(tx, now(), account, signIn);
    await consumeShown(tx, identity, caller, { account, factor, typed });
    await consumePending(tx, pending);
    await limits.uncount(tx, counted);
    return opened;
  });
  return tokenPair(identity, caller, account, signIn, refreshToken);
}

type Shown = { account: AccountRow; factor: SecondFactorRow; typed: string };

/** Uses up what was typed; throws INVALID_CODE where it is neither a number of now nor a recovery code. */
async function consumeShown(
  tx: IdentityDb,
  identity: Identity,
  caller: Caller,
  { account, factor, typed }: Shown,
): Promise<void> {
  const { localid } = account;
  const step = stepOf(typed.replaceAll(' ', ''), { ...factor, now: identity.now() });
  if (step !== undefined) {
    ensure(await consumeStep(tx, localid, step), 'INVALID_CODE');
    return;
  }
  ensure(await consumeRecoveryCode(tx, localid, typed), 'INVALID_CODE');
  await insertSecondFactorMail(tx, identity, caller, account, { left: await countCodes(tx, localid) });
}
