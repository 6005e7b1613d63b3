import type * as z from 'zod';
import type { ResetPassword, ResetPasswordAnswer } from '#contract/protocols/identity.ts';
import { checkNewPassword, findAccount, updateAndEndSessions } from '#embedded/identity/accounts.ts';
import { findCode, spendCode } from '#embedded/identity/codes.ts';
import { claimAccount } from '#embedded/identity/credentials.ts';
import { ensure } from '#embedded/identity/errors.ts';
import type { Identity } from '#embedded/identity/options.ts';
import type { CodeRow } from '#embedded/identity/tables.ts';

type Answer = z.input<typeof ResetPasswordAnswer>;

/** Tells what a code is for without using it; with a new password, uses it up and ends every session. */
export async function resetPassword(
  identity: Identity,
  { oobCode, newPassword }: z.output<typeof ResetPassword>,
): Promise<Answer> {
  const { db, now } = identity;
  if (newPassword === undefined) return describe(await findCode(db, now(), oobCode));
  const code = await findCode(db, now(), oobCode, ['PASSWORD_RESET']);
  checkNewPassword(newPassword);
  const account = await findAccount(db, code.localid ?? '');
  // A code is bound to the address it was mailed to.
  ensure(account && account.email === code.email, 'INVALID_OOB_CODE');
  ensure(!account.disabled, 'USER_DISABLED');

  const passwordhash = await identity.passwords.hash(newPassword);
  await db.transaction().execute(async (tx) => {
    await spendCode(tx, code);
    await tx
      .deleteFrom('identity_codes')
      .where('localid', '=', account.localid)
      .where('kind', '=', 'PASSWORD_RESET')
      .execute();
    // Whoever read the mail owns the address.
    const changed = account.emailverified
      ? await updateAndEndSessions(tx, now(), account, { passwordhash })
      : await claimAccount(tx, now(), account, { passwordhash });
    ensure(changed, 'INVALID_OOB_CODE');
  });
  return describe(code);
}

/** A sign-in link does not say whose it is: whoever opens it has to know. */
function describe({ kind, email, newemail }: CodeRow): Answer {
  return {
    kind: 'identitytoolkit#ResetPasswordResponse',
    requestType: kind,
    ...(kind !== 'EMAIL_SIGNIN' && { email }),
    ...(newemail && { newEmail: newemail }),
  };
}
