import type * as z from 'zod';
import type { SignInWithEmailLink, SignInWithEmailLinkAnswer } from '#contract/protocols/identity.ts';
import {
  findAccountByEmail,
  insertAccount,
  isTaken,
  readEmail,
} from '#embedded/identity/accounts/accounts.ts';
import { claimAccount, type Ending, moveAccount } from '#embedded/identity/accounts/credentials.ts';
import { consumeCode, findCode } from '#embedded/identity/codes/codes.ts';
import { ensure, refuse } from '#embedded/identity/errors.ts';
import type { Caller, Identity } from '#embedded/identity/options.ts';
import { answerTo, enter } from '#embedded/identity/second-factor/pending-sign-ins.ts';
import type { AccountRow, CodeRow, IdentityDb } from '#embedded/identity/tables.ts';
import { authenticate, ensureRecentSignIn, openSignedInSession } from '#embedded/identity/tokens/tokens.ts';

/**
 * Signs in by a mailed link, making the account when there is none; with an ID token, gives that account the
 * address.
 */
export async function signInWithEmailLink(
  identity: Identity,
  input: z.output<typeof SignInWithEmailLink>,
  caller: Caller,
): Promise<z.input<typeof SignInWithEmailLinkAnswer>> {
  const { db, now } = identity;
  const code = await findCode(db, now(), input.oobCode, ['EMAIL_SIGNIN']);
  ensure(input.email, 'MISSING_EMAIL');
  const email = readEmail(input.email);
  ensure(
    email === code.email,
    'INVALID_EMAIL : The email provided does not match the sign-in email address.',
  );
  const linked = input.idToken === undefined ? undefined : await authenticate(identity, input.idToken);
  if (linked) ensureRecentSignIn(identity, linked.signIn);

  const signIn = { authTime: now(), ...linked?.signIn, provider: 'password' };
  const opened = await db
    .transaction()
    .execute(async (tx) => {
      const known = await findAccountByEmail(tx, email);
      ensure(!known?.disabled, 'USER_DISABLED');
      ensure(!linked || !known || known.localid === linked.account.localid, 'EMAIL_EXISTS');
      const moves = { email, emaillinksignin: 1 } as const;
      const account = linked
        ? await moveAccount(tx, identity, caller, linked.account, moves, code)
        : await openByLink(tx, identity, known, code);
      // Another request changed or made this account in the same moment.
      ensure(account, 'INVALID_OOB_CODE');
      const entry = linked
        ? { refreshToken: await openSignedInSession(tx, now(), account, signIn) }
        : await enter(tx, now(), account, signIn);
      return { account, entry, isNewUser: !known && !linked };
    })
    .catch((error) => (isTaken(error) ? refuse('EMAIL_EXISTS') : Promise.reject(error)));
  return {
    kind: 'identitytoolkit#EmailLinkSigninResponse',
    localId: opened.account.localid,
    email: opened.account.email,
    isNewUser: opened.isNewUser,
    ...(await answerTo(identity, caller, opened.account, signIn, opened.entry)),
  };
}

async function openByLink(
  tx: IdentityDb,
  ending: Ending,
  known: AccountRow | undefined,
  code: CodeRow,
): Promise<AccountRow | undefined> {
  const byLink = { emaillinksignin: 1 } as const;
  if (known && !known.emailverified) return claimAccount(tx, ending, known, byLink, { code });
  await consumeCode(tx, code);
  if (!known) return insertAccount(tx, ending.now(), { email: code.email, emailverified: 1, ...byLink });
  return tx
    .updateTable('identity_accounts')
    .set(byLink)
    .where('localid', '=', known.localid)
    .returningAll()
    .executeTakeFirst();
}
