import type { IdentityDb } from '#embedded/identity/tables.ts';

/**
 * Gives people an account at the embedded identity service, in its first epoch, so that access tokens made
 * for them count.
 */
export async function insertAccounts(
  db: IdentityDb,
  people: readonly { uid: string; email: string }[],
  now: number,
): Promise<void> {
  const rows = people.map(({ uid, email }) => ({
    localid: uid,
    email,
    initialemail: email,
    emailverified: 1 as const,
    displayname: null,
    photourl: null,
    passwordhash: null,
    disabled: 0 as const,
    emaillinksignin: 0 as const,
    epoch: FIRST_EPOCH,
    validsince: now,
    createdat: now,
    lastloginat: now,
    lastrefreshat: now,
  }));
  await db.insertInto('identity_accounts').values(rows).execute();
}

export const FIRST_EPOCH = 1;

/** Proves the address of an account at the embedded identity service, as following the mailed link does. */
export async function proveAtIdentity(db: unknown, email: string): Promise<void> {
  const identities = db as IdentityDb;
  await identities
    .updateTable('identity_accounts')
    .set({ emailverified: 1 })
    .where('email', '=', email)
    .execute();
}
