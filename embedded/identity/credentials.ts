import { deleteProviders, isTaken, updateAndEndSessions } from './accounts.ts';
import { insertCode } from './codes.ts';
import { ensure, refuse } from './errors.ts';
import { insertCodeMail } from './mails.ts';
import type { Caller, Identity } from './options.ts';
import type { AccountRow, IdentityDb } from './tables.ts';
import { openSession, type SignIn, type TokenPair, tokenPair } from './tokens.ts';

/**
 * Gives the account a new address or password and ends every other session; the caller gets a new pair of tokens. The old
 * address is told and may take the change back. Throws EMAIL_EXISTS when another was faster, TOKEN_EXPIRED when the
 * caller's own session has just ended.
 */
export async function changeCredentials(
  identity: Identity,
  account: AccountRow,
  signIn: SignIn,
  { email, password }: { email?: string; password?: string },
  caller: Caller,
): Promise<{ account: AccountRow; tokens: TokenPair }> {
  const { db, now, passwords } = identity;
  const hasNewEmail = email !== undefined && email !== account.email;
  const changes = {
    ...(hasNewEmail && { email, emailverified: 0 as const }),
    ...(password !== undefined && { passwordhash: await passwords.hash(password) }),
  };
  const done = await db
    .transaction()
    .execute(async (tx) => {
      const changed = await updateAndEndSessions(tx, now(), account, changes);
      ensure(changed, 'TOKEN_EXPIRED');
      if (hasNewEmail) {
        const wayBack = { kind: 'RECOVER_EMAIL', localid: account.localid, email: account.email } as const;
        const code = await insertCode(tx, now(), { ...wayBack, newemail: email });
        const mail = { kind: wayBack.kind, to: account.email, code, newEmail: email };
        await insertCodeMail(tx, identity, caller, mail);
      }
      return { changed, refreshToken: await openSession(tx, now(), changed, signIn) };
    })
    .catch((error) => (isTaken(error) ? refuse('EMAIL_EXISTS') : Promise.reject(error)));
  const tokens = await tokenPair(identity, done.changed, signIn, done.refreshToken);
  return { account: done.changed, tokens };
}

/**
 * Gives an account to whoever has just proved that its address is theirs. Had nobody proved it before, a stranger may have
 * made the account: everything the stranger could come back with goes, password, providers and sessions. Undefined when
 * the account changed meanwhile.
 */
export async function claimAccount(
  tx: IdentityDb,
  now: number,
  account: AccountRow,
  profile: Partial<Pick<AccountRow, 'displayname' | 'photourl' | 'passwordhash' | 'emaillinksignin'>>,
): Promise<AccountRow | undefined> {
  await deleteProviders(tx, account.localid);
  return updateAndEndSessions(tx, now, account, { passwordhash: null, ...profile, emailverified: 1 });
}
