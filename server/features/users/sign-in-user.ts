import { Email } from '#contract/fields.form.ts';
import { isFormer } from '#contract/former.ts';
import type { Consent } from '#contract/texts/calls.ts';
import type { Shipped } from '#languages/languages.ts';
import { t } from '#languages/t.ts';
import { findUserByEmail, findUserByUid, lockUser } from '#server/auth/queries.ts';
import type { Db } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';
import type { Rows } from '#server/features/feature.ts';
import { recordConsent } from '#server/features/texts/index.ts';
import { AppError, ensure } from '#server/http/errors.ts';
import type { Identity } from '#server/services/identity-provider.ts';
import { addUser } from './add-user.ts';
import { changeRole } from './change-role.ts';
import { notifyOfAccounts } from './notify-of-accounts.ts';
import { hasAdmin, hasFromElsewhere, type NewUser, type UserRow, updateUser } from './queries.ts';
import { isUnnamed, noNameYet } from './unnamed.ts';

/** Who the identity service says they are, by a token or to the school's server. */
export type Known = Pick<
  Identity,
  'uid' | 'email' | 'emailVerified' | 'name' | 'picture' | 'authTime' | 'validSince'
> &
  Partial<Identity>;

type Profile = {
  email: string;
  name?: string | null;
  photoURL?: string | null;
  consent?: Consent;
  language?: Shipped | null;
};

/**
 * Registers who just signed in, or fetches them: a new person becomes a student, the first admin
 * (`adminEmail`) an admin once the address is verified. Throws `forbidden` for a profile of another address
 * and `account-taken` when the address belongs to another account that was never proved to be the same
 * person, `account-leaving` for one that is to be deleted, `email-not-verified` for an account that the
 * school has added and whose address is not proved, `invalid-input` for a new address that is no `Email`,
 * `consent-required` for a new account whose `consent` leaves out the school's terms or privacy policy,
 * `name-required` for an account whose owner never said a name. A program that says no `consent` at all is
 * asked for neither: the school's own pages always say it.
 */
export async function signInUser(
  db: Db,
  {
    identity,
    profile,
    adminEmail,
    changed,
    now,
    rows,
  }: {
    identity: Known;
    profile: Profile;
    adminEmail: string | undefined;
    /** Is notified when pages show an old name, picture or address. */
    changed: () => void;
    now: number;
    rows: Rows;
  },
): Promise<UserRow> {
  ensure(profile.email === identity.email, 'forbidden');
  // Pages take such an address for a former member's.
  ensure(!isFormer(identity.email), 'forbidden');
  const name = profile.name || identity.name;
  const photoURL = profile.photoURL || identity.picture;
  const isFirstAdmin = identity.email === adminEmail && identity.emailVerified;
  const before = await findUserByUid(db, identity.uid);
  // One that leaves moves nowhere: it would go as another than who asked for that.
  if (before) ensureMayEnter(before, identity);
  const known =
    (before && (await moveAddress(db, before, identity, now))) ??
    (await findUserByEmail(db, identity.email)) ??
    (await addNewUser(
      db,
      {
        uid: identity.uid,
        email: identity.email,
        name: name || noNameYet(),
        photoURL: photoURL ?? null,
        role: isFirstAdmin ? 'admin' : 'student',
        language: profile.language ?? null,
        createdat: now,
      },
      profile.consent,
    ));
  ensure(known.uid === null || known.uid === identity.uid || identity.emailVerified, 'account-taken');
  // The office that added the account knew whose address it is; a stranger may register it.
  if (known.uid === null && !identity.emailVerified)
    throw new AppError('email-not-verified', { detail: () => t('errors.prove_email_first') });
  ensureMayEnter(known, identity);
  ensure(name || !profile.consent || !isUnnamed(known), 'name-required');
  const latest = {
    uid: identity.uid,
    name: name || known.name,
    photoURL: photoURL ?? known.photoURL,
    // Who was added by the office registers now; an account in use may choose another in this moment.
    ...(known.uid === null && { language: known.language ?? profile.language ?? null }),
  };
  const user = await refresh(db, known, { latest, now });
  // An admin may still teach what they taught before.
  if (user !== before && user.role !== 'student') changed();
  // Came before the address was proved. Once there is an admin, admins alone decide who else is.
  if (!isFirstAdmin || user.role === 'admin' || (await hasAdmin(db))) return user;
  const admin = await changeRole(db, 'admin', { id: user._id, actor: null, now, rows });
  if (user.role === 'instructor') changed();
  return admin;
}

function ensureMayEnter({ validsince, leavesat }: UserRow, { authTime }: Known): void {
  ensure(authTime >= validsince, 'session-ended');
  ensure(leavesat === null, 'account-leaving');
}

function addNewUser(
  db: Db,
  user: NewUser & { email: string },
  consent: Consent | undefined,
): Promise<UserRow> {
  ensureNewEmail(user.email);
  return addUser(db, user, async (tx, { _id: userid }) => {
    if (!consent) return;
    await recordConsent(tx, { userid, consent, now: user.createdat });
    ensure(user.name !== noNameYet(), 'name-required');
  });
}

const ensureNewEmail = (email: string) => ensure(Email.safeParse(email).success, 'invalid-input');

type Latest = Pick<UserRow, 'uid' | 'name' | 'photoURL'> & Partial<Pick<UserRow, 'language'>>;

/** Keeps what the identity service says of a person now. */
async function refresh(db: Db, known: UserRow, { latest, now }: { latest: Latest; now: number }) {
  const fields = Object.keys(latest) as (keyof Latest)[];
  const isSame = fields.every((field) => known[field] === latest[field]);
  if (isSame) return known;
  return transact(db, async (tx) => {
    const user = await updateUser(tx, known._id, latest);
    ensure(user, 'session-ended');
    await notifyOfAccounts(tx, 'account.changed', { userids: [user._id], now });
    return user;
  });
}

/**
 * A user at the address that the identity service has for the account now; undefined where it is another
 * account's, or still free. An account with anything that others gave it stays where it is when its user, who
 * never proved an address of it, moves on.
 */
async function moveAddress(
  db: Db,
  { _id, ...before }: UserRow,
  { email, emailVerified }: Known,
  now: number,
): Promise<UserRow | undefined> {
  if (before.email === email) return { _id, ...before };
  ensureNewEmail(email);
  return transact(db, async (tx) => {
    // A call that gives the account something runs before this one, or finds the new address.
    const user = await lockUser(tx, _id);
    ensure(user && user.uid === before.uid, 'session-ended');
    if (user.emailverified === 0 && user.provedat === null && (await hasFromElsewhere(tx, user))) {
      await updateUser(tx, _id, { uid: null });
      return undefined;
    }
    // Two families are made one by the office, which sees both.
    if (await findUserByEmail(tx, email))
      throw new AppError('account-taken', { detail: () => t('errors.two_accounts') });
    // The address before this one says nothing of it.
    await notifyOfAccounts(tx, 'account.changed', { userids: [_id], now });
    return updateUser(tx, _id, { email, emailverified: emailVerified ? 1 : 0 });
  });
}
