import { SHIPPED, type Shipped } from '#languages/languages.ts';
import { t, withLanguage } from '#languages/t.ts';
import type { Db } from '#server/database/schema.ts';
import { type UserRow, updateContact } from './queries.ts';

/**
 * What an account is called for which a program or another service said no name, in the language of now; its
 * owner is asked for one at the next sign-in.
 */
export const noNameYet = (): string => t('users.no_name_yet');

/** Whether a name is that placeholder, in any language. */
const isNoName = (name: string) =>
  Object.keys(SHIPPED).some((code) => withLanguage(code as Shipped, noNameYet) === name);

/** Whether the account's owner never said a name. Until 0.2.0 one was made of the address. */
export function isUnnamed({ name, email }: Pick<UserRow, 'name' | 'email'>): boolean {
  const [local = ''] = (email ?? '').split('@');
  return isNoName(name) || (local !== '' && [local, local.replaceAll('.', ' ')].includes(name));
}

/** Calls an account by this name whose owner never said one. */
export async function nameUser(
  tx: Db,
  user: Pick<UserRow, '_id' | 'name' | 'email'>,
  { name, now }: { name: string; now: number },
): Promise<void> {
  if (isUnnamed(user)) await updateContact(tx, { userid: user._id, now, name });
}
