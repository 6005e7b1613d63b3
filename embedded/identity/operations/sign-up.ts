import type * as z from 'zod';
import type { SignUp, SignUpAnswer } from '#contract/protocols/identity.ts';
import { networksOf } from '#contract/protocols/networks.ts';
import {
  checkNewPassword,
  insertAccount,
  readEmail,
  readEmailFor,
  readKnownEmail,
} from '#embedded/identity/accounts/accounts.ts';
import {
  changeCredentials,
  countChange,
  ensureFree,
  ensureMayTake,
} from '#embedded/identity/accounts/credentials.ts';
import { ensure } from '#embedded/identity/errors.ts';
import { perNetwork } from '#embedded/identity/limits/limits.ts';
import type { Caller, Identity } from '#embedded/identity/options.ts';
import { authenticate, openSession, tokenPair } from '#embedded/identity/tokens/tokens.ts';

type Input = z.output<typeof SignUp>;
type Answer = z.input<typeof SignUpAnswer>;
type Wanted = { email: string; password: string };

/** Makes an account with a password; with an ID token, gives that account a password instead. */
export async function signUp(identity: Identity, input: Input, caller: Caller): Promise<Answer> {
  ensure(input.localId === undefined, 'UNEXPECTED_PARAMETER : User ID');
  const isAnonymous = [input.email, input.password, input.idToken].every((value) => value === undefined);
  ensure(!isAnonymous, 'ADMIN_ONLY_OPERATION');
  ensure(input.email, 'MISSING_EMAIL');
  ensure(input.password, 'MISSING_PASSWORD');
  const { email, password } = input;
  if (input.idToken === undefined)
    return makeAccount(identity, input, { email: readEmail(email), password }, caller);
  return givePassword(identity, input.idToken, { email: readKnownEmail(email), password }, caller);
}

async function givePassword(
  identity: Identity,
  idToken: string,
  { email: asked, password }: Wanted,
  caller: Caller,
): Promise<Answer> {
  const { account, signIn } = await authenticate(identity, idToken);
  const email = readEmailFor(account, asked);
  checkNewPassword(password);
  await countChange(identity, account, signIn, caller);
  const isNewEmail = email !== account.email;
  if (isNewEmail) await ensureMayTake(identity, account, email);
  const changes = { password, ...(isNewEmail && { email }) };
  const byPassword = { ...signIn, provider: 'password' };
  const changed = await changeCredentials(identity, account, byPassword, changes, caller);
  return { kind: 'identitytoolkit#SignupNewUserResponse', ...named(changed.account), ...changed.tokens };
}

async function makeAccount(
  identity: Identity,
  input: Input,
  { email, password }: Wanted,
  caller: Caller,
): Promise<Answer> {
  const { db, now, limits, passwords, providers } = identity;
  // Counted before the address is looked for, or signing up would reveal without limit which addresses are
  // known.
  await limits.count(perNetwork('account made, address', caller.ip));
  await ensureFree(db, now(), email);
  checkNewPassword(password);

  const passwordhash = await passwords.hash(password, networksOf(caller.ip)[0].id);
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
    ...(await tokenPair(identity, caller, made.account, signIn, made.refreshToken)),
  };
}

const named = (account: { localid: string; email: string; displayname: string | null }) => ({
  localId: account.localid,
  email: account.email,
  displayName: account.displayname ?? undefined,
});
