import type * as z from 'zod';
import type { SignUp, SignUpAnswer } from '#contract/protocols/identity.ts';
import {
  checkNewPassword,
  findAccountByEmail,
  insertAccount,
  readEmail,
} from '#embedded/identity/accounts.ts';
import { changeCredentials } from '#embedded/identity/credentials.ts';
import { ensure } from '#embedded/identity/errors.ts';
import { networkOf } from '#embedded/identity/limits.ts';
import type { Caller, Identity } from '#embedded/identity/options.ts';
import { authenticate, ensureRecentSignIn, openSession, tokenPair } from '#embedded/identity/tokens.ts';

/** Makes an account with a password; with an ID token, gives that account a password instead. */
export async function signUp(
  identity: Identity,
  input: z.output<typeof SignUp>,
  caller: Caller,
): Promise<z.input<typeof SignUpAnswer>> {
  const { db, now, limits, passwords, providers } = identity;
  ensure(input.localId === undefined, 'UNEXPECTED_PARAMETER : User ID');
  const isAnonymous = [input.email, input.password, input.idToken].every((value) => value === undefined);
  ensure(!isAnonymous, 'ADMIN_ONLY_OPERATION');
  ensure(input.email, 'MISSING_EMAIL');
  ensure(input.password, 'MISSING_PASSWORD');
  const email = readEmail(input.email);
  const linked = input.idToken === undefined ? undefined : await authenticate(identity, input.idToken);
  // Counted before the address is looked for, or signing up would tell without limit which addresses are known.
  if (!linked) await limits.count([['account made, address', networkOf(caller.ip)]]);
  const known = await findAccountByEmail(db, email);
  ensure(!known || known.localid === linked?.account.localid, 'EMAIL_EXISTS');
  checkNewPassword(input.password);

  if (linked) {
    ensureRecentSignIn(identity, linked.signIn);
    const signIn = { ...linked.signIn, provider: 'password' };
    const wanted = { email, password: input.password };
    const { account, tokens } = await changeCredentials(identity, linked.account, signIn, wanted, caller);
    return { kind: 'identitytoolkit#SignupNewUserResponse', ...named(account), ...tokens };
  }

  const passwordhash = await passwords.hash(input.password);
  // Else a demo person's first social sign-in would take the account over, as it must an unverified one.
  const isDemoPerson = providers.demoPeople?.some((person) => person.email.toLowerCase() === email);
  const emailverified = isDemoPerson ? 1 : 0;
  const displayname = input.displayName || null;
  const photourl = input.photoUrl || null;
  const signIn = { provider: 'password', authTime: now() };
  const made = await db.transaction().execute(async (tx) => {
    const account = await insertAccount(tx, now(), {
      email,
      emailverified,
      passwordhash,
      displayname,
      photourl,
    });
    return account && { account, refreshToken: await openSession(tx, now(), account, signIn) };
  });
  ensure(made, 'EMAIL_EXISTS');
  return {
    kind: 'identitytoolkit#SignupNewUserResponse',
    ...named(made.account),
    ...(await tokenPair(identity, made.account, signIn, made.refreshToken)),
  };
}

const named = (account: { localid: string; email: string; displayname: string | null }) => ({
  localId: account.localid,
  email: account.email,
  displayName: account.displayname ?? undefined,
});
