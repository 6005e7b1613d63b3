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
