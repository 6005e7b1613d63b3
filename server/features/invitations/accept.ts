import type { InvitedRole } from '#contract/invitations/calls.ts';
import type { Consent } from '#contract/texts/calls.ts';
import type { Shipped } from '#languages/languages.ts';
import { ensureLinkOpen, ensureRecipient } from '#server/auth/mailed-links.ts';
import { lockUser } from '#server/auth/queries.ts';
import type { Db, Row } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';
import { type Actor, insertChange } from '#server/features/changes/index.ts';
import { handOverIfFree } from '#server/features/classes/index.ts';
import type { Rows } from '#server/features/feature.ts';
import { holdClosures } from '#server/features/lessons/index.ts';
import { updateTeacherOfPlans } from '#server/features/plans/index.ts';
import { ensureAgreed, recordConsent } from '#server/features/texts/index.ts';
import { ensure } from '#server/http/errors.ts';
import { plainName, say } from '#server/jobs/letter.ts';
import { insertMails } from '#server/jobs/outbox.ts';
import { whoWatches } from './invite.ts';
import { findClassesOf, findInviting, type Links, type Opening, openLink } from './open-link.ts';
import * as queries from './queries.ts';
import { withdrawInvitations } from './withdraw.ts';

type User = Row<'users'>;

/** What an invitation does to accounts, which features do that know of it. */
export type Accounts = {
  /** Registers who has opened an account by a link. */
  register(
    person: { uid: string; email: string; name: string; consent: Consent; language: Shipped | null },
    now: number,
  ): Promise<User>;
  /** Ends every sign-in of an account and what was set up in them. */
  endSignIns(tx: Db, userid: string, now: number): Promise<unknown>;
  /** Notes that a link has proved the address of an account. */
  prove(tx: Db, user: User, now: number): Promise<void>;
  /** Locks the admins, whose number a role changes. */
  lockAdmins(tx: Db): Promise<void>;
  changeRole(
    tx: Db,
    role: InvitedRole,
    change: { id: string; actor: Actor; now: number; rows: Rows },
  ): Promise<User>;
};

export type Accepting = Links & {
  accounts: Accounts;
  /** What features say of their tables. */
  rows: Rows;
};

type Answer = {
  password?: string | undefined;
  name?: string | undefined;
  consent: Consent;
  /** In which the page of the link is read; null where the school has just one. */
  language: Shipped | null;
};

/**
 * Accepts an invitation, once, and gives the role: for who is signed in with the proved address that the mail
 * went to, or who chooses a password. That makes an account, or takes over one that stood there unproved, of
 * which all that was set up ends with its sessions; it never enters one that is proved. Throws as
 * `readInvitation` does, `unauthenticated` for a stranger without a password, `email-not-verified` for an
 * account that has to prove its address, `claim-sign-in` where the account is proved, `consent-required`,
 * `account-leaving`, `last-admin`, and `teacher-taken` where a lesson was planned in this moment.
 */
export async function acceptInvitation(
  accepting: Accepting,
  { token, caller, ...answer }: Opening & Answer,
): Promise<InvitedRole> {
  const { invitation } = await openLink(accepting, { token, caller });
  if (caller?.emailverified) return giveRole(accepting, { token, userid: caller._id });
  const { password, consent } = answer;
  if (password === undefined) {
    ensure(caller, 'unauthenticated');
    ensureRecipient(invitation, caller);
  }
  const userid = await openAccount(accepting, invitation, { ...answer, password: password ?? '' });
  return giveRole(accepting, { token, userid, consent });
}

/** Gives the recipient an account at the identity service and at the school; it waits for its role. */
async function openAccount(
  { db, byAddress, accounts, now }: Accepting,
  { email, ...invitation }: queries.InvitationRow,
  { password, name = invitation.name, ...profile }: Answer & { password: string },
): Promise<string> {
  // What is refused now leaves the account as it is.
  await ensureAgreed(db, profile.consent);
  const uid = await byAddress?.open({ email, password, name });
  ensure(uid, 'claim-sign-in');
  return (await accounts.register({ ...profile, uid, email, name }, now()))._id;
}

type Given = { token: string; userid: string; consent?: Consent };

async function giveRole(
  { db, accounts, rows, currentEpoch, ...clock }: Accepting,
  { token, userid, consent }: Given,
): Promise<InvitedRole> {
  const now = clock.now();
  return transact(db, async (tx) => {
    await holdClosures(tx);
    await accounts.lockAdmins(tx);
    // An account that is being deleted waits here, or is gone.
    const user = await lockUser(tx, userid);
    ensure(user, 'session-ended');
    const invitation = ensureLinkOpen(await queries.lockInvitation(tx, { token }), now);
    ensure(invitation.email === user.email, 'claim-other-address');
    const by = await findInviting(tx, invitation, currentEpoch);
    if (consent && user.emailverified === 0) {
      // A stranger may be signed in to what stood there.
      await accounts.endSignIns(tx, userid, now);
      await recordConsent(tx, { userid, consent, now });
      await accounts.prove(tx, user, now);
    }
    const { _id, role } = invitation;
    await withdrawInvitations(tx, { _id, ended: 'accepted', now });
    const line = { about: 'user' as const, subjectid: userid, subjectname: user.name, after: role };
    await insertChange(tx, { ...line, action: 'invitation-accepted', actor: user, now });
    // Who invited has given it: a recovery of that account lists it.
    await accounts.changeRole(tx, role, { id: userid, actor: by, now, rows });
    const left = await giveClasses(tx, { invitation, teacherid: userid, actor: by, now });
    await notifyOfAccepting(tx, { invitation, user, left, now });
    return role;
  });
}

type Giving = { invitation: queries.InvitationRow; teacherid: string; actor: Actor; now: number };

/** Hands the classes over; gives the names of those that stay where they are. */
async function giveClasses(tx: Db, { invitation, ...to }: Giving): Promise<string[]> {
  const left: string[] = [];
  for (const { _id: id, classname } of await findClassesOf(tx, invitation))
    if (!(await handOverIfFree(tx, { updateTeacherOfPlans }, { id, ...to }))) left.push(classname);
  return left;
}

type Accepted = { invitation: queries.InvitationRow; user: User; left: readonly string[]; now: number };

/** A stranger who had an admin's account for a moment may have invited. */
async function notifyOfAccepting(tx: Db, { invitation, user, left, now }: Accepted): Promise<void> {
  const { hash: ref, role, email } = invitation;
  const who = plainName(user.name);
  await insertMails(tx, whoWatches(invitation, user._id), {
    kind: 'invitation-accepted',
    ref,
    subject: say('invitations.mail_accepted_subject', { who }),
    letter: {
      reader: 'admin',
      paragraphs: [
        say('invitations.mail_accepted', { who, email, role }),
        ...(left.length > 0 ? [say('invitations.mail_classes_left', { who, classes: { list: left } })] : []),
      ],
      button: { label: say('invitations.mail_open_users'), href: '/admin/manageusers' },
      notes: [say('invitations.mail_end_role')],
    },
    now,
  });
}
