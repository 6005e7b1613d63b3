import type * as z from 'zod';
import type { ResetPassword, ResetPasswordAnswer } from '#contract/protocols/identity.ts';
import { checkNewPassword, findAccount } from '#embedded/identity/accounts/accounts.ts';
import { claimAccount, hashNewPassword } from '#embedded/identity/accounts/credentials.ts';
import { ensureCurrent, findCode, WAY_BACK_MS } from '#embedded/identity/codes/codes.ts';
import { ensure } from '#embedded/identity/errors.ts';
import type { Caller, Identity } from '#embedded/identity/options.ts';
import { findFactor, mfaInfoOf } from '#embedded/identity/second-factor/factors.ts';
import type { CodeRow, IdentityDb } from '#embedded/identity/tables.ts';
import { rememberBrowser } from '#embedded/identity/tokens/known-browsers.ts';

type Answer = z.input<typeof ResetPasswordAnswer>;

/**
 * Tells what a code is for without using it; with a new password, uses it up and ends every session and every
 * other way in.
 */
export async function resetPassword(
  identity: Identity,
  { oobCode, newPassword }: z.output<typeof ResetPassword>,
  caller: Caller,
): Promise<Answer> {
  const { db, now } = identity;
  if (newPassword === undefined) return describe(db, await findCode(db, now(), oobCode));
  const code = await findCode(db, now(), oobCode, ['PASSWORD_RESET']);
  checkNewPassword(newPassword);
  const account = await findAccount(db, code.localid ?? '');
  ensureCurrent(code, account);
  ensure(!account.disabled, 'USER_DISABLED');

  await identity.limits.count([['reset tried, account', account.localid]]);
  const passwordhash = await hashNewPassword(identity, account, newPassword, 'INVALID_OOB_CODE');
  // Only the owner of the address could read the mail, and what else opens the account may be a stranger's.
  const claimed = await db
    .transaction()
    .execute((tx) => claimAccount(tx, identity, account, { passwordhash }, { code }));
  ensure(claimed, 'INVALID_OOB_CODE');
  // So that the owner can sign in next, even while others guess at the account.
  await rememberBrowser(identity, caller, claimed);
  return describe(db, code);
}

/** A sign-in link does not say whose it is: its owner has to type the address. */
async function describe(db: IdentityDb, code: CodeRow): Promise<Answer> {
  const { kind, email, newemail } = code;
  return {
    kind: 'identitytoolkit#ResetPasswordResponse',
    requestType: kind,
    ...(kind !== 'EMAIL_SIGNIN' && { email }),
    ...(newemail && { newEmail: newemail }),
    ...(kind === 'REVERT_SECOND_FACTOR_ADDITION' && { mfaInfo: await addedFactor(db, code) }),
  };
}

/** The second factor whose addition a code undoes; it may have been removed since. */
async function addedFactor(
  db: IdentityDb,
  { localid, epoch, expiresat }: CodeRow,
): Promise<Answer['mfaInfo']> {
  if (localid === null || epoch === null) return undefined;
  const factor = await findFactor(db, localid);
  return mfaInfoOf(
    factor?.epoch === epoch ? factor : { localid, epoch, enrolledat: expiresat - WAY_BACK_MS },
  );
}
