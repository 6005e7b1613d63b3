import type { IdentityDb } from '#embedded/identity/tables.ts';

/** Whether an account's photo is at an address with this in it. */
export async function isPhotoOfAnAccount(db: IdentityDb, part: string): Promise<boolean> {
  const account = await db
    .selectFrom('identity_accounts')
    .select('localid')
    .where('photourl', 'like', `%${part}%`)
    .limit(1)
    .executeTakeFirst();
  return account !== undefined;
}
