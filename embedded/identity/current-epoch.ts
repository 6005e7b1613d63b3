import type { IdentityDb } from './tables.ts';

/** The epoch that a token of this account must carry to count; undefined when the account is gone or disabled. */
export async function currentEpoch(db: IdentityDb, localid: string): Promise<number | undefined> {
  const account = await db
    .selectFrom('identity_accounts')
    .select('epoch')
    .where('localid', '=', localid)
    .where('disabled', '=', 0)
    .executeTakeFirst();
  return account?.epoch;
}
