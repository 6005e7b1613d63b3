import type * as z from 'zod';
import type { SignInWithPassword, SignInWithPasswordAnswer } from '#contract/protocols/identity.ts';
import { networksOf } from '#contract/protocols/networks.ts';
import { findAccountByEmail, readKnownEmail } from '#embedded/identity/accounts/accounts.ts';
import { ensure, refuse } from '#embedded/identity/errors.ts';
import { type Counted, perNetwork } from '#embedded/identity/limits/limits.ts';
import type { Owner } from '#embedded/identity/limits/lines.ts';
import type { Caller, Identity } from '#embedded/identity/options.ts';
import { answerTo, enter } from '#embedded/identity/second-factor/pending-sign-ins.ts';
import type { AccountRow } from '#embedded/identity/tables.ts';
import { knownBrowser } from '#embedded/identity/tokens/known-browsers.ts';

/**
 * Signs in with address and password; takes equally long whether the account or only the password is wrong.
 */
export async function signInWithPassword(
  identity: Identity,
  input: z.output<typeof SignInWithPassword>,
  caller: Caller,
): Promise<z.input<typeof SignInWithPasswordAnswer>> {
  ensure(input.email !== undefined, 'MISSING_EMAIL');
  const email = readKnownEmail(input.email);
  ensure(input.password, 'MISSING_PASSWORD');
  const { password } = input;
  const account = await findAccountByEmail(identity.db, email);
  const browser = account && (await knownBrowser(identity, caller, account));
  const { owners, counted } = browser ? ofKnownBrowser(caller, account, browser) : ofStranger(caller, email);
  return identity.inLine(owners, () =>
    verify(identity, caller, { account, password, counted, isKnown: browser !== undefined }),
  );
}

type Counting = { owners: Owner[]; counted: Counted[] };

function ofStranger({ ip }: Caller, email: string): Counting {
  return {
    owners: [{ id: `account ${email}` }, ...networksOf(ip).map(inLineOf('network'))],
    counted: [
      ...perNetwork('wrong password, account and address', ip, email),
      ['wrong password, account', email],
      ...perNetwork('wrong password, address', ip),
    ],
  };
}

/** Counted apart from other guesses at the account and from others in the same network. */
function ofKnownBrowser({ ip }: Caller, { localid, email }: AccountRow, browser: string): Counting {
  return {
    owners: [{ id: `known account ${email}` }, ...networksOf(ip).map(inLineOf('known network'))],
    counted: [['wrong password, account and known browser', localid, browser]],
  };
}

const inLineOf =
  (kind: string) =>
  ({ id, times }: ReturnType<typeof networksOf>[number]): Owner => ({ id: `${kind} ${id}`, times });

type Try = { account: AccountRow | undefined; password: string; counted: Counted[]; isKnown: boolean };

async function verify(
  identity: Identity,
  caller: Caller,
  { account, password, counted, isKnown }: Try,
): Promise<z.input<typeof SignInWithPasswordAnswer>> {
  const { db, now, limits, passwords, enumerationProtection } = identity;
  await limits.count(counted);
  const isRight = await passwords.verify(account?.passwordhash, password, { first: isKnown });
  if (!account) refuse(enumerationProtection ? 'INVALID_LOGIN_CREDENTIALS' : 'EMAIL_NOT_FOUND');
  ensure(!account.disabled || (enumerationProtection && !isRight), 'USER_DISABLED');
  ensure(isRight, enumerationProtection ? 'INVALID_LOGIN_CREDENTIALS' : 'INVALID_PASSWORD');

  const signIn = { provider: 'password', authTime: now() };
  const entry = await db.transaction().execute(async (tx) => {
    await limits.forgive(tx, counted);
    return enter(tx, now(), account, signIn);
  });
  return {
    kind: 'identitytoolkit#VerifyPasswordResponse',
    registered: true,
    localId: account.localid,
    email: account.email,
    displayName: account.displayname ?? undefined,
    ...(await answerTo(identity, caller, account, signIn, entry)),
  };
}
