import type * as z from 'zod';
import type { SignInWithPassword, SignInWithPasswordAnswer } from '#contract/protocols/identity.ts';
import { findAccountByEmail, readKnownEmail } from '#embedded/identity/accounts.ts';
import { ensure, refuse } from '#embedded/identity/errors.ts';
import { type Counted, networkOf } from '#embedded/identity/limits.ts';
import type { Caller, Identity } from '#embedded/identity/options.ts';
import { openSignedInSession, tokenPair } from '#embedded/identity/tokens.ts';

/** Signs in with address and password; takes equally long whether the account or only the password is wrong. */
export async function signInWithPassword(
  identity: Identity,
  input: z.output<typeof SignInWithPassword>,
  { ip }: Caller,
): Promise<z.input<typeof SignInWithPasswordAnswer>> {
  const { db, now, limits, passwords, enumerationProtection } = identity;
  ensure(input.email !== undefined, 'MISSING_EMAIL');
  const email = readKnownEmail(input.email);
  ensure(input.password, 'MISSING_PASSWORD');

  const counted: Counted[] = [
    ['wrong password, account and address', email, networkOf(ip)],
    ['wrong password, address', networkOf(ip)],
  ];
  await limits.count(counted);
  const account = await findAccountByEmail(db, email);
  const isRight = await passwords.verify(account?.passwordhash, input.password);
  if (!account) refuse(enumerationProtection ? 'INVALID_LOGIN_CREDENTIALS' : 'EMAIL_NOT_FOUND');
  ensure(!account.disabled || (enumerationProtection && !isRight), 'USER_DISABLED');
  ensure(isRight, enumerationProtection ? 'INVALID_LOGIN_CREDENTIALS' : 'INVALID_PASSWORD');

  const signIn = { provider: 'password', authTime: now() };
  const refreshToken = await db.transaction().execute(async (tx) => {
    await limits.forgive(tx, counted);
    return openSignedInSession(tx, now(), account, signIn.provider);
  });
  return {
    kind: 'identitytoolkit#VerifyPasswordResponse',
    registered: true,
    localId: account.localid,
    email: account.email,
    displayName: account.displayname ?? undefined,
    ...(await tokenPair(identity, account, signIn, refreshToken)),
  };
}
