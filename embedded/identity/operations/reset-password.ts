import type * as z from 'zod';
import type { ResetPassword, ResetPasswordAnswer } from '#contract/protocols/identity.ts';
import { checkNewPassword, findAccount } from '#embedded/identity/accounts.ts';
import { ensureCurrent, findCode } from '#embedded/identity/codes.ts';
import { claimAccount, hashNewPassword } from '#embedded/identity/credentials.ts';
import { ensure } from '#embedded/identity/errors.ts';
import { rememberBrowser } from '#embedded/identity/known-browsers.ts';
import type { Caller, Identity } from '#embedded/identity/options.ts';
import type { CodeRow } from '#embedded/identity/tables.ts';

type Answer = z.input<typeof ResetPasswordAnswer>;

/** Tells what a code is for without using it; with a new password, uses it up and ends every session and every other way in. */
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
  // The one who read the mail owns the address, and does not trust what else opens the account.
  const claimed = await db
    .transaction()
    .execute((tx) => claimAccount(tx, identity, account, { passwordhash }, { code }));
  ensure(claimed, 'INVALID_OOB_CODE');
  // The owner signs in next, also while others guess at the account.
  await rememberBrowser(identity, caller, claimed);
  return describe(code);
}

/** A sign-in link does not say whose it is: the one who opens it has to know. */
function describe({ kind, email, newemail }: CodeRow): Answer {
  return {
    kind: 'identitytoolkit#ResetPasswordResponse',
    requestType: kind,
    ...(kind !== 'EMAIL_SIGNIN' && { email }),
    ...(newemail && { newEmail: newemail }),
  };
}
