import { Name } from '#contract/fields.form.ts';

/** What an account is called before its owner has said it; `ana.lima` would be read as a web address. */
export function inventedName(email: string): string {
  const name = email.split('@')[0] || email;
  return Name.safeParse(name).success ? name : name.replaceAll('.', ' ');
}
