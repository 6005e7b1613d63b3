import type { Kysely } from 'kysely';
import type { IdentityTables } from '#embedded/identity/tables.ts';
import type { Db } from '#server/database/schema.ts';

/** Gives people an account at the embedded identity service, in its first epoch, so that access tokens made for them count. */
export async function insertAccounts(
  db: Db,
  people: readonly { uid: string; email: string }[],
  now: number,
): Promise<void> {
  const rows = people.map(({ uid, email }) => ({
    localid: uid,
    email,
    initialemail: email,
    emailverified: 1 as const,
    disabled: 0 as const,
    emaillinksignin: 0 as const,
    epoch: FIRST_EPOCH,
    validsince: now,
    createdat: now,
    lastloginat: now,
    lastrefreshat: now,
  }));
  await (db as unknown as Kysely<IdentityTables>)
    .insertInto('identity_accounts')
    .values(rows as never)
    .execute();
}

export const FIRST_EPOCH = 1;
