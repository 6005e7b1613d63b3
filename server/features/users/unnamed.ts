import type { Db } from '#server/database/schema.ts';
import { renameUser, type UserRow } from './queries.ts';

/**
 * What an account is called for which a program or another service said no name; its owner is asked for one
 * at the next sign-in.
 */
export const NO_NAME_YET = 'No name yet';

/** Whether the account's owner never said a name. Until 0.2.0 one was made of the address. */
export function isUnnamed({ name, email }: { name: string; email: string }): boolean {
  const [local = ''] = email.split('@');
  return [NO_NAME_YET, local, local.replaceAll('.', ' ')].includes(name);
}

/** Calls an account by this name whose owner never said one. */
export async function nameUser(
  tx: Db,
  user: Pick<UserRow, '_id' | 'name' | 'email'>,
  name: string,
): Promise<void> {
  if (isUnnamed(user)) await renameUser(tx, user._id, name);
}
