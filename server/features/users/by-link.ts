import type { Consent } from '#contract/texts/calls.ts';
import type { Shipped } from '#languages/languages.ts';
import type { Db } from '#server/database/schema.ts';
import type { Rows } from '#server/features/feature.ts';
import { type UserRow, updateEmailVerified, updateUser } from './queries.ts';
import { signInUser } from './sign-in-user.ts';

/* Accounts of people whom a link in a mail has shown to own their address. */

type ByLink = {
  uid: string;
  email: string;
  name: string;
  consent: Consent;
  /** In which they read the page of the link; null where the school has just one. */
  language: Shipped | null;
};

/** Registers who has opened an account by a link, as their first sign-in would. Throws as `signInUser` does. */
export const registerByLink = (
  db: Db,
  { uid, email, name, ...profile }: ByLink,
  { now, rows }: { now: number; rows: Rows },
): Promise<UserRow> =>
  signInUser(db, {
    identity: { uid, email, emailVerified: true, name, picture: null, authTime: now, validSince: 0 },
    profile: { email, name, ...profile },
    adminEmail: undefined,
    changed: () => {},
    now,
    rows,
  });

/** Notes that a link has proved the address of an account; a picture that a stranger chose in it goes. */
export async function proveByLink(tx: Db, user: UserRow, now: number): Promise<void> {
  await updateEmailVerified(tx, user, { emailverified: 1, now });
  await updateUser(tx, user._id, { photoURL: null });
}
