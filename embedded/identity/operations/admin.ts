import type * as z from 'zod';
import type {
  AdminCreate,
  AdminCreateAnswer,
  AdminLookup,
  AdminLookupAnswer,
  AdminUpdate,
  UpdateAnswer,
} from '#contract/protocols/identity.ts';
import {
  checkNewPassword,
  findAccount,
  findAccountByEmail,
  insertAccount,
  readEmail,
  readKnownEmail,
} from '#embedded/identity/accounts/accounts.ts';
import { claimAccount, ensureFree, hashNewPassword } from '#embedded/identity/accounts/credentials.ts';
import { ensure, IdentityError } from '#embedded/identity/errors.ts';
import type { Identity } from '#embedded/identity/options.ts';
import { withdraw } from '#embedded/identity/second-factor/enrollment.ts';
import { findFactor } from '#embedded/identity/second-factor/factors.ts';
import type { AccountRow } from '#embedded/identity/tables.ts';
import { infoOf } from './lookup.ts';

/*
 * What the school's own server calls for a person whom it knows to own an address. Of the vendor's calls for
 * servers this service has these three, and the last only for accounts whose address is unproved, or to take a
 * lost second factor away: the password of a proved account is its owner's alone.
 */

/** The accounts that some addresses or ids have. */
export async function adminLookup(
  identity: Identity,
  { email = [], localId = [] }: z.output<typeof AdminLookup>,
): Promise<z.input<typeof AdminLookupAnswer>> {
  const { db } = identity;
  const users = [];
  for (const find of [
    ...email.map((one) => () => findAccountByEmail(db, readKnownEmail(one))),
    ...localId.map((one) => () => findAccount(db, one)),
  ]) {
    const account = await find();
    if (account) users.push(await infoOf(identity, account));
  }
  return { kind: 'identitytoolkit#GetAccountInfoResponse', ...(users.length > 0 && { users }) };
}

/** Makes an account, whose address may be proved. */
export async function adminCreate(
  identity: Identity,
  { email: asked, password, displayName, emailVerified }: z.output<typeof AdminCreate>,
): Promise<z.input<typeof AdminCreateAnswer>> {
  const { db, now, passwords } = identity;
  ensure(asked, 'MISSING_EMAIL');
  ensure(password, 'MISSING_PASSWORD');
  const email = readEmail(asked);
  checkNewPassword(password);
  await ensureFree(db, now(), email);
  const passwordhash = await passwords.hash(password, email);
  const displayname = displayName || null;
  const emailverified = emailVerified ? 1 : 0;
  const made = await insertAccount(db, now(), { email, emailverified, passwordhash, displayname });
  ensure(made, 'EMAIL_EXISTS');
  return { kind: 'identitytoolkit#SignupNewUserResponse', localId: made.localid, email };
}

/**
 * Gives an account with an unproved address to the owner of the address, with a new password; every session
 * and every other way in ends. With an empty `mfa`, takes the second factor away instead.
 */
export async function adminUpdate(
  identity: Identity,
  { localId, password, displayName, emailVerified, mfa }: z.output<typeof AdminUpdate>,
): Promise<z.input<typeof UpdateAnswer>> {
  const { db } = identity;
  ensure(localId, 'MISSING_LOCAL_ID');
  if (mfa) return answerOf(identity, await takeFactor(identity, localId));
  ensure(password && emailVerified, 'OPERATION_NOT_ALLOWED');
  checkNewPassword(password);
  const account = await findAccount(db, localId);
  ensure(account, 'USER_NOT_FOUND');
  ensure(!account.disabled, 'USER_DISABLED');
  ensure(!account.emailverified, 'OPERATION_NOT_ALLOWED');
  const passwordhash = await hashNewPassword(identity, account, password, 'OPERATION_NOT_ALLOWED');
  const profile = {
    passwordhash,
    displayname: displayName || null,
    photourl: null,
    emaillinksignin: 0 as const,
  };
  const claimed = await db
    .transaction()
    .execute((tx) => claimAccount(tx, identity, account, profile, { isUnproved: true }));
  // Its owner has just proved it in another way.
  ensure(claimed, 'OPERATION_NOT_ALLOWED');
  return answerOf(identity, claimed);
}

/** Every session of the account ends with the factor; one without stays as it is. */
async function takeFactor(identity: Identity, localId: string): Promise<AccountRow> {
  const { db } = identity;
  const account = await findAccount(db, localId);
  ensure(account, 'USER_NOT_FOUND');
  if (!(await findFactor(db, localId))) return account;
  const changed = await db.transaction().execute((tx) => withdraw(tx, identity, account));
  // Its owner changed it in this moment: the same call may be made again.
  if (!changed) throw new IdentityError('UNAVAILABLE', 503, 'UNAVAILABLE');
  return changed;
}

async function answerOf(identity: Identity, account: AccountRow): Promise<z.input<typeof UpdateAnswer>> {
  const { localId, email, emailVerified, displayName, providerUserInfo } = await infoOf(identity, account);
  const kind = 'identitytoolkit#SetAccountInfoResponse';
  return { kind, localId, email, emailVerified, displayName, providerUserInfo };
}
