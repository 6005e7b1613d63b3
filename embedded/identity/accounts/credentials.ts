import {
  consumeCode,
  deleteCodes,
  deleteLaterWaysBack,
  insertCode,
  isKeptForReturn,
  isWayBack,
} from '#embedded/identity/codes/codes.ts';
import { insertCodeMail, insertNewWayInMail } from '#embedded/identity/codes/mails.ts';
import { ensure, refuse } from '#embedded/identity/errors.ts';
import { perNetwork } from '#embedded/identity/limits/limits.ts';
import type { Caller, Identity } from '#embedded/identity/options.ts';
import { deleteFactor } from '#embedded/identity/second-factor/factors.ts';
import { deleteRecoveryCodes } from '#embedded/identity/second-factor/recovery-codes.ts';
import type { AccountRow, CodeRow, IdentityDb } from '#embedded/identity/tables.ts';
import {
  ensureRecentSignIn,
  openSession,
  type SignIn,
  type TokenPair,
  tokenPair,
} from '#embedded/identity/tokens/tokens.ts';
import { deleteProviders, findAccount, findAccountByEmail, isTaken } from './accounts.ts';

type Changes = Partial<Omit<AccountRow, 'localid' | 'epoch' | 'validsince'>>;
/** What is needed to end every session of an account. */
export type Ending = Pick<Identity, 'now' | 'sessionsEnded'>;

/**
 * Changes an account and ends every session and every mailed code of it. Undefined when they had ended
 * already since `account` was read: of two such changes at once, one happens. With `code`, uses it up. An
 * address that another account has is a violation of a unique key.
 */
export async function updateAndEndSessions(
  tx: IdentityDb,
  { now, sessionsEnded }: Ending,
  account: AccountRow,
  changes: Changes,
  {
    code,
    isRecovery = true,
    isUnproved = false,
  }: { code?: CodeRow; isRecovery?: boolean; isUnproved?: boolean } = {},
): Promise<AccountRow | undefined> {
  const validsince = now();
  // The account is locked before its codes, in this order everywhere.
  const changed = await tx
    .updateTable('identity_accounts')
    .set({ ...changes, epoch: account.epoch + 1, validsince })
    .where('localid', '=', account.localid)
    .where('epoch', '=', account.epoch)
    // A link that proves the address ends no session, so the epoch alone does not tell.
    .$if(isUnproved, (accounts) => accounts.where('emailverified', '=', 0))
    .returningAll()
    .executeTakeFirst();
  if (!changed) return;
  if (code) await consumeCode(tx, code);
  await deleteCodes(tx, account.localid, [account.email, changed.email]);
  const broughtback = code && isWayBack(code.kind) ? changed.email : undefined;
  await sessionsEnded(tx, { localid: account.localid, validsince, isRecovery, broughtback });
  return changed;
}

/**
 * Admits a signed-in caller's change of how the account is entered: soon after signing in, and only so many
 * times. Counted before anything is looked up or hashed.
 */
export async function countChange(
  identity: Identity,
  { localid }: AccountRow,
  signIn: SignIn,
  { ip }: Caller,
): Promise<void> {
  ensureRecentSignIn(identity, signIn);
  await identity.limits.count([
    ['change asked for, account', localid],
    ...perNetwork('change asked for, address', ip),
  ]);
}

/**
 * Throws EMAIL_EXISTS for an address that is taken, or reserved for an account that may still be brought back
 * to it.
 */
export async function ensureFree(db: IdentityDb, now: number, email: string): Promise<void> {
  ensure(!(await findAccountByEmail(db, email)) && !(await isKeptForReturn(db, now, email)), 'EMAIL_EXISTS');
}

/** Throws the refusal of another address for an account without a mail to that address. */
export async function ensureMayTake(
  { db, now, enumerationProtection }: Identity,
  account: AccountRow,
  email: string,
): Promise<void> {
  ensure(
    !enumerationProtection && !account.emailverified,
    'OPERATION_NOT_ALLOWED : Please verify the new email before changing email.',
  );
  await ensureFree(db, now(), email);
}

/**
 * Gives the account a new password, or another address, which is unproved, and ends every other session; the
 * caller gets a new pair of tokens. Throws EMAIL_EXISTS when another account got the address first,
 * TOKEN_EXPIRED when the caller's own session has just ended.
 */
export async function changeCredentials(
  identity: Identity,
  account: AccountRow,
  signIn: SignIn,
  { email, password }: { email?: string; password?: string },
  caller: Caller,
): Promise<{ account: AccountRow; tokens: TokenPair }> {
  const { db, now } = identity;
  const changes = {
    ...(email !== undefined && { email, emailverified: 0 as const }),
    ...(password !== undefined && {
      passwordhash: await hashNewPassword(identity, account, password, 'TOKEN_EXPIRED'),
    }),
  };
  const done = await db
    .transaction()
    .execute(async (tx) => {
      const changed = await updateAndEndSessions(tx, identity, account, changes);
      ensure(changed, 'TOKEN_EXPIRED');
      if (password !== undefined) await insertNewWayInMail(tx, identity, caller, changed, 'password');
      return { changed, refreshToken: await openSession(tx, now(), changed, signIn) };
    })
    .catch((error) => (isTaken(error) ? refuse('EMAIL_EXISTS') : Promise.reject(error)));
  const tokens = await tokenPair(identity, caller, done.changed, signIn, done.refreshToken);
  return { account: done.changed, tokens };
}

/**
 * Takes an account's password away and ends every session of it, for an operator whom its owner has asked;
 * gives a code of one use with which the owner chooses the next password. Undefined when the account changed
 * meanwhile.
 */
export async function forceReset(
  tx: IdentityDb,
  ending: Ending,
  account: AccountRow,
): Promise<string | undefined> {
  const ended = await updateAndEndSessions(tx, ending, account, { passwordhash: null });
  if (!ended) return;
  const { localid, email, epoch } = ended;
  return insertCode(tx, ending.now(), { kind: 'PASSWORD_RESET', localid, email, newemail: null, epoch });
}

/**
 * Hashes an account's new password in its turn; throws `ended` before hashing when the account has changed
 * since it was read.
 */
export const hashNewPassword = (
  { db, passwords }: Identity,
  { localid, epoch }: AccountRow,
  password: string,
  ended: string,
): Promise<string> =>
  passwords.hash(password, localid, async () =>
    ensure((await findAccount(db, localid))?.epoch === epoch, ended),
  );

/**
 * Gives an account the address that a mailed `code` has just proved. If the previous address was proved too,
 * it is mailed a way back. Undefined when the account changed meanwhile.
 */
export async function moveAccount(
  tx: IdentityDb,
  identity: Identity,
  caller: Caller,
  account: AccountRow,
  { email, ...changes }: Changes & { email: string },
  code: CodeRow,
): Promise<AccountRow | undefined> {
  const now = identity.now();
  const moved = await updateAndEndSessions(
    tx,
    identity,
    account,
    { ...changes, email, emailverified: 1 },
    { code, isRecovery: false },
  );
  if (moved && email !== account.email && account.emailverified) {
    const { localid, epoch } = moved;
    const { email: to } = account;
    const kind = 'RECOVER_EMAIL';
    const wayBack = await insertCode(tx, now, { kind, localid, email: to, newemail: email, epoch });
    await insertCodeMail(tx, identity, caller, { kind, to, code: wayBack, newEmail: email });
  }
  return moved;
}

/**
 * Brings an account back to the address that a way back was mailed to. The owner does not trust the change:
 * from then on only that mailbox opens the account, with the second factor that it had before, if any.
 * Undefined when the account changed meanwhile.
 */
export async function bringBack(
  tx: IdentityDb,
  ending: Ending,
  account: AccountRow,
  code: CodeRow,
): Promise<AccountRow | undefined> {
  const changes = { email: code.email, emailverified: 1, passwordhash: null, emaillinksignin: 0 } as const;
  const back = await updateAndEndSessions(tx, ending, account, changes, { code });
  if (!back) return;
  await deleteProviders(tx, account.localid);
  await deleteFactor(tx, account.localid, code.epoch ?? 0);
  await deleteRecoveryCodes(tx, account.localid);
  await deleteLaterWaysBack(tx, code);
  return back;
}

/**
 * Gives an account to the person who has just proved its address, and removes everything a stranger could
 * return with: password, providers, sessions and codes. Undefined when the account changed meanwhile, and
 * with `isUnproved` when its address has been proved meanwhile.
 */
export async function claimAccount(
  tx: IdentityDb,
  ending: Ending,
  account: AccountRow,
  profile: Partial<Pick<AccountRow, 'displayname' | 'photourl' | 'passwordhash' | 'emaillinksignin'>>,
  which: { code?: CodeRow; isUnproved?: boolean } = {},
): Promise<AccountRow | undefined> {
  const changes = { passwordhash: null, ...profile, emailverified: 1 } as const;
  const claimed = await updateAndEndSessions(tx, ending, account, changes, which);
  if (claimed) await deleteProviders(tx, account.localid);
  return claimed;
}
