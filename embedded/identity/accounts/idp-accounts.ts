import { ensure } from '#embedded/identity/errors.ts';
import type { AccountRow, IdentityDb } from '#embedded/identity/tables.ts';
import type { Person } from '#embedded/identity/tokens/assertions.ts';
import {
  deleteProviders,
  findAccount,
  findAccountByEmail,
  findProvider,
  findProviders,
  insertAccount,
  insertProvider,
  readEmail,
} from './accounts.ts';
import { claimAccount, type Ending, ensureFree } from './credentials.ts';

/** Why a provider's person is not signed in to any account. */
export type Conflict =
  | { needConfirmation: AccountRow; verifiedProvider: string[] }
  | { conflict: 'FEDERATED_USER_ID_ALREADY_LINKED' | 'EMAIL_EXISTS' | 'PROVIDER_ALREADY_LINKED' };

/** The account that a provider's person is signed in to, or why there is none. */
export type Arrival = { account: AccountRow; isNewUser?: true; isNewWayIn?: true } | Conflict;

/** Another request made or changed the same account in the same moment; the same work may be tried again. */
export class RaceLost extends Error {
  override name = 'RaceLost';
}

function ensureWon<T>(value: T | undefined | false): T {
  if (value === undefined || value === false) throw new RaceLost();
  return value;
}

const profileOf = ({ name, picture }: Person) => ({ displayname: name ?? null, photourl: picture ?? null });

async function addProvider(tx: IdentityDb, account: AccountRow, person: Person): Promise<void> {
  const { provider, sub, email, screenName } = person;
  const row = { provider, sub, email, localid: account.localid, screenname: screenName ?? null };
  ensureWon(await insertProvider(tx, { ...row, ...profileOf(person) }));
}

/**
 * Signs a person in: to the account they are known by; else to the account of their address if the provider
 * vouches for the address; else to a new one. Throws USER_DISABLED, EMAIL_EXISTS, INVALID_EMAIL, `RaceLost`.
 */
export async function arrive(tx: IdentityDb, ending: Ending, person: Person): Promise<Arrival> {
  const now = ending.now();
  const known = await findProvider(tx, person.provider, person.sub);
  if (known) {
    const account = ensureWon(await findAccount(tx, known.localid));
    ensure(!account.disabled, 'USER_DISABLED');
    return { account };
  }

  const accountWithEmail = await findAccountByEmail(tx, person.email);
  if (!accountWithEmail) {
    readEmail(person.email);
    if (!person.emailVerified) await ensureFree(tx, now, person.email);
    const emailverified = person.emailVerified ? 1 : 0;
    const made = await insertAccount(tx, now, { email: person.email, emailverified, ...profileOf(person) });
    const account = ensureWon(made);
    await addProvider(tx, account, person);
    return { account, isNewUser: true };
  }

  ensure(!accountWithEmail.disabled, 'USER_DISABLED');
  if (!person.emailVerified) {
    return { needConfirmation: accountWithEmail, verifiedProvider: await waysInto(tx, accountWithEmail) };
  }
  if (accountWithEmail.emailverified) {
    const account = await joinVerified(tx, accountWithEmail, person);
    await addProvider(tx, account, person);
    return { account, isNewWayIn: true };
  }
  const account = ensureWon(await claimAccount(tx, ending, accountWithEmail, profileOf(person)));
  await addProvider(tx, account, person);
  return { account };
}

/**
 * The same provider vouches for the same address under another id: the newer one counts. The profile's gaps
 * are filled.
 */
async function joinVerified(tx: IdentityDb, account: AccountRow, person: Person): Promise<AccountRow> {
  await deleteProviders(tx, account.localid, [person.provider]);
  const { displayname, photourl } = profileOf(person);
  const joined = await tx
    .updateTable('identity_accounts')
    .set({ displayname: account.displayname ?? displayname, photourl: account.photourl ?? photourl })
    .where('localid', '=', account.localid)
    .returningAll()
    .executeTakeFirst();
  return ensureWon(joined);
}

/** Adds a person to the account of the person who is signed in. Throws TOKEN_EXPIRED, `RaceLost`. */
export async function link(tx: IdentityDb, account: AccountRow, person: Person): Promise<Arrival> {
  const known = await findProvider(tx, person.provider, person.sub);
  if (known) {
    return known.localid === account.localid ? { account } : { conflict: 'FEDERATED_USER_ID_ALREADY_LINKED' };
  }
  const accountWithEmail = await findAccountByEmail(tx, person.email);
  if (accountWithEmail && accountWithEmail.localid !== account.localid) return { conflict: 'EMAIL_EXISTS' };
  const linked = await findProviders(tx, account.localid);
  if (linked.some(({ provider }) => provider === person.provider)) {
    return { conflict: 'PROVIDER_ALREADY_LINKED' };
  }
  await addProvider(tx, account, person);
  const { displayname, photourl } = profileOf(person);
  const vouchedFor = person.emailVerified && person.email === account.email;
  const changed = await tx
    .updateTable('identity_accounts')
    .set({
      displayname: account.displayname ?? displayname,
      photourl: account.photourl ?? photourl,
      emailverified: vouchedFor ? 1 : account.emailverified,
    })
    .where('localid', '=', account.localid)
    .where('epoch', '=', account.epoch)
    .returningAll()
    .executeTakeFirst();
  // The sessions ended since it was read: a stranger must not add a way in while the owner takes the account
  // back.
  ensure(changed, 'TOKEN_EXPIRED');
  return { account: changed, isNewWayIn: true };
}

async function waysInto(tx: IdentityDb, account: AccountRow): Promise<string[]> {
  const providers = (await findProviders(tx, account.localid)).map(({ provider }) => provider);
  return account.passwordhash === null ? providers : [...providers, 'password'];
}
