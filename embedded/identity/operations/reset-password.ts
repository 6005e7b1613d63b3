import type * as z from 'zod';
import type { ResetPassword, ResetPasswordAnswer } from '#contract/protocols/identity.ts';
import { checkNewPassword, findAccount } from '#embedded/identity/accounts/accounts.ts';
import { claimAccount, hashNewPassword } from '#embedded/identity/accounts/credentials.ts';
import { ensureCurrent, findCode } from '#embedded/identity/codes/codes.ts';
import { ensure } from '#embedded/identity/errors.ts';
import type { Caller, Identity } from '#embedded/identity/options.ts';
import type { CodeRow } from '#embedded/identity/tables.ts';
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
  if (newPassword === undefined) return describe(await findCode(db, now(), oobCode));
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
  return describe(code);
}

/** A sign-in link does not say whose it is: its owner has to type the address. */
function describe({ kind, email, newemail }: CodeRow): Answer {
  return {
    kind: 'identitytoolkit#ResetPasswordResponse',
    requestType: kind,
    ...(kind !== 'EMAIL_SIGNIN' && { email }),
    ...(newemail && { newEmail: newemail }),
  };
}
