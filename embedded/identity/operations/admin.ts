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
import { ensure } from '#embedded/identity/errors.ts';
import type { Identity } from '#embedded/identity/options.ts';
import { infoOf } from './lookup.ts';

/*
 * What the school's own server calls for a person whom it knows to own an address. Of the vendor's calls for
 * servers this service has these three, and the last only for accounts whose address is unproved: the
 * password of a proved account is its owner's alone.
 */

/** The accounts that some addresses have. */
export async function adminLookup(
  identity: Identity,
  { email = [] }: z.output<typeof AdminLookup>,
): Promise<z.input<typeof AdminLookupAnswer>> {
  const users = [];
  for (const one of email) {
    const account = await findAccountByEmail(identity.db, readKnownEmail(one));
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
 * and every other way in ends.
 */
export async function adminUpdate(
  identity: Identity,
  { localId, password, displayName, emailVerified }: z.output<typeof AdminUpdate>,
): Promise<z.input<typeof UpdateAnswer>> {
  const { db } = identity;
  ensure(localId, 'MISSING_LOCAL_ID');
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
  const { email, displayName: name, providerUserInfo } = await infoOf(identity, claimed);
  return {
    kind: 'identitytoolkit#SetAccountInfoResponse',
    localId,
    email,
    emailVerified: true,
    displayName: name,
    providerUserInfo,
  };
}
