import { randomInt } from 'node:crypto';
import {
  EmailAddress,
  KnownEmailAddress,
  PASSWORD_MAX,
  PASSWORD_MIN,
  type ProviderUserInfo,
} from '#contract/protocols/identity.ts';
import { ensure } from '#embedded/identity/errors.ts';
import type { AccountRow, IdentityDb, ProviderId, ProviderRow } from '#embedded/identity/tables.ts';

const LOCAL_ID_LENGTH = 28;
const ALPHANUMERIC = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

const newLocalId = () =>
  Array.from({ length: LOCAL_ID_LENGTH }, () => ALPHANUMERIC[randomInt(ALPHANUMERIC.length)]).join('');

/**
 * Normalizes an address that is new or will be mailed to; throws the refusal `message` when it is not valid.
 */
export function readEmail(email: string, message = 'INVALID_EMAIL'): string {
  const { success, data } = EmailAddress.safeParse(email);
  ensure(success, message);
  return data;
}

/** The same for an address to look up, which may have been stored under an older rule. */
export function readKnownEmail(email: string, message = 'INVALID_EMAIL'): string {
  const { success, data } = KnownEmailAddress.safeParse(email);
  ensure(success, message);
  return data;
}

/**
 * The same for the address that an account shall have: its present one, even if no longer valid, or a new
 * one.
 */
export function readEmailFor(account: AccountRow, email: string): string {
  return readKnownEmail(email) === account.email ? account.email : readEmail(email);
}

/** Throws the refusal of a new password that is too short or too long. */
export function checkNewPassword(password: string): void {
  ensure(
    password.length >= PASSWORD_MIN,
    `WEAK_PASSWORD : Password should be at least ${PASSWORD_MIN} characters`,
  );
  ensure(
    password.length <= PASSWORD_MAX,
    `PASSWORD_DOES_NOT_MEET_REQUIREMENTS : Password may contain at most ${PASSWORD_MAX} characters`,
  );
}

export const findAccount = (db: IdentityDb, localid: string) =>
  db.selectFrom('identity_accounts').selectAll().where('localid', '=', localid).executeTakeFirst();

export const findAccountByEmail = (db: IdentityDb, email: string) =>
  db.selectFrom('identity_accounts').selectAll().where('email', '=', email).executeTakeFirst();

export const findProviders = (db: IdentityDb, localid: string) =>
  db
    .selectFrom('identity_providers')
    .selectAll()
    .where('localid', '=', localid)
    .orderBy('provider')
    .execute();

export const findProvider = (db: IdentityDb, provider: ProviderId, sub: string) =>
  db
    .selectFrom('identity_providers')
    .selectAll()
    .where('provider', '=', provider)
    .where('sub', '=', sub)
    .executeTakeFirst();

/** Makes an account; undefined when the address has one already. */
export function insertAccount(
  db: IdentityDb,
  now: number,
  account: Pick<AccountRow, 'email'> &
    Partial<
      Pick<AccountRow, 'emailverified' | 'displayname' | 'photourl' | 'passwordhash' | 'emaillinksignin'>
    >,
): Promise<AccountRow | undefined> {
  const row: AccountRow = {
    localid: newLocalId(),
    initialemail: account.email,
    emailverified: 0,
    displayname: null,
    photourl: null,
    passwordhash: null,
    disabled: 0,
    emaillinksignin: 0,
    epoch: 1,
    validsince: now,
    createdat: now,
    lastloginat: now,
    lastrefreshat: now,
    ...account,
  };
  return db
    .insertInto('identity_accounts')
    .values(row)
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returningAll()
    .executeTakeFirst();
}

/**
 * Lets a provider's person sign in to an account; false when the person, or that provider of the account, is
 * taken.
 */
export async function insertProvider(db: IdentityDb, row: ProviderRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('identity_providers')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export async function deleteProviders(
  db: IdentityDb,
  localid: string,
  which?: readonly string[],
): Promise<void> {
  await db
    .deleteFrom('identity_providers')
    .where('localid', '=', localid)
    .$if(which !== undefined, (query) => query.where('provider', 'in', (which ?? []) as ProviderId[]))
    .execute();
}

/** What a user's `federatedId` is: Google's is an address, every other provider's the id itself. */
export const federatedId = (provider: string, sub: string) =>
  provider === 'google.com' ? `https://accounts.google.com/${sub}` : sub;

/** The ways into an account, as the wire lists them. */
export function providerUserInfo(account: AccountRow, providers: ProviderRow[]): ProviderUserInfo[] {
  const infos: ProviderUserInfo[] = providers.map((row) => ({
    providerId: row.provider,
    rawId: row.sub,
    federatedId: federatedId(row.provider, row.sub),
    email: row.email,
    displayName: row.displayname ?? undefined,
    photoUrl: row.photourl ?? undefined,
    screenName: row.screenname ?? undefined,
  }));
  if (account.passwordhash !== null) {
    infos.push({
      providerId: 'password',
      rawId: account.email,
      federatedId: account.email,
      email: account.email,
      displayName: account.displayname ?? undefined,
      photoUrl: account.photourl ?? undefined,
    });
  }
  return infos;
}

/** True for the violation of a unique key, on SQLite or PostgreSQL. */
export function isTaken(error: unknown): boolean {
  const { code, errcode } = error as { code?: string; errcode?: number };
  return code === '23505' || (code === 'ERR_SQLITE_ERROR' && errcode === 2067);
}
