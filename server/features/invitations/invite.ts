import { type InvitationDraft, type InvitedRole, invitationPage } from '#contract/invitations/calls.ts';
import { LINK_MS } from '#contract/mailed-links.ts';
import { newToken } from '#server/auth/mailed-links.ts';
import { type Caller, lockUserByEmail } from '#server/auth/queries.ts';
import { newId } from '#server/database/ids.ts';
import type { Db } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';
import { findClassesById } from '#server/features/classes/index.ts';
import { AppError, ensure } from '#server/http/errors.ts';
import { plainName, SCHOOL, say } from '#server/jobs/letter.ts';
import { accountOf, admins, insertMail, insertMails, type Recipients } from '#server/jobs/outbox.ts';
import * as queries from './queries.ts';
import { INVITATION_MAIL, logInvitation, withdrawInvitations } from './withdraw.ts';

export type Inviting = { db: Db; now: () => number; rateLimitFactor: number };

const DAY_MS = 24 * 60 * 60_000;
/** So many a day one admin sends, which is more than a school has teachers, and one address gets. */
const INVITED_PER_DAY = 60;
const INVITED_OF_ADDRESS_PER_DAY = 4;

/**
 * Invites someone to run the school, by a mail with a link of 14 days that replaces an earlier one to the
 * address; gives its id. Throws `account-has-role` for an address that has the role already or is an
 * admin's, `class-not-found` and `too-many-requests`.
 */
export async function invite(
  inviting: Inviting,
  { classids = [], ...draft }: InvitationDraft,
  caller: Caller,
): Promise<string> {
  return transact(inviting.db, async (tx) => {
    const ids = [...new Set(classids)];
    const classes = await findClassesById(tx, ids);
    ensure(classes.filter(({ deletedat }) => deletedat === null).length === ids.length, 'class-not-found');
    const sent = await send(inviting, tx, { ...draft, classids: ids.join(' '), by: caller });
    await logInvitation(tx, { ...sent, action: 'invited', actor: caller });
    return sent._id;
  });
}

/**
 * Mails an open invitation again, with a new link: the one before works no more, and who sends it vouches for
 * it from now on. Gives its new id. Throws `invitation-not-found`, and as `invite` does.
 */
export async function inviteAgain(inviting: Inviting, id: string, caller: Caller): Promise<string> {
  return transact(inviting.db, async (tx) => {
    const { name, email, role, classids } = await lockOpen(tx, id, inviting.now());
    const sent = await send(inviting, tx, { name, email, role, classids, by: caller });
    await logInvitation(tx, { ...sent, action: 'invited-again', actor: caller });
    return sent._id;
  });
}

/** Withdraws one. Throws `invitation-not-found`. */
export async function withdrawInvitation(
  { db, now }: Pick<Inviting, 'db' | 'now'>,
  id: string,
  caller: Caller,
): Promise<void> {
  await transact(db, async (tx) => {
    const line = { actor: caller, now: now() };
    const { _id, role } = await lockOpen(tx, id, line.now);
    await withdrawInvitations(tx, { _id, now: line.now });
    await logInvitation(tx, { _id, role, action: 'invitation-withdrawn', ...line });
  });
}

async function lockOpen(tx: Db, id: string, now: number): Promise<queries.InvitationRow> {
  const invitation = await queries.lockInvitation(tx, { id });
  ensure(invitation && invitation.until > now, 'invitation-not-found');
  return invitation;
}

type Sending = Pick<queries.InvitationRow, 'name' | 'email' | 'role' | 'classids'> & { by: Caller };
type Sent = Pick<queries.InvitationRow, '_id' | 'role'> & { now: number };

async function send(inviting: Inviting, tx: Db, { by, ...sending }: Sending): Promise<Sent> {
  const now = inviting.now();
  const { email, role } = sending;
  // What they are at the end of this is what they were asked as.
  const account = await lockUserByEmail(tx, email);
  ensure(account?.role !== role && account?.role !== 'admin', 'account-has-role');
  await ensureFew(inviting, tx, { byid: by._id, max: INVITED_PER_DAY });
  await ensureFew(inviting, tx, { email, max: INVITED_OF_ADDRESS_PER_DAY });
  await withdrawInvitations(tx, { email, ended: 'replaced', now });
  const { token, hash } = newToken();
  const _id = newId(now);
  const until = now + LINK_MS;
  const invitation = { ...sending, _id, hash, byid: by._id, until, ended: null, createdat: now };
  await queries.insertInvitation(tx, invitation);
  await mailInvited(tx, { invitation, token, by });
  await notifyOfInviting(tx, { invitation, by });
  return { _id, role, now };
}

type Limited = ({ byid: string } | { email: string }) & { max: number };

/** Throws `too-many-requests` where as many have been sent within a day as may be. */
async function ensureFew({ now, rateLimitFactor }: Inviting, tx: Db, { max, ...whose }: Limited) {
  const limit = max * rateLimitFactor;
  const invited = await queries.findInvited(tx, { ...whose, since: now() - DAY_MS, limit });
  const [first] = invited;
  if (first === undefined || invited.length < limit) return;
  throw new AppError('too-many-requests', {
    retryAfterS: Math.max(1, Math.ceil((first + DAY_MS - now()) / 1000)),
  });
}

type Mailed = { invitation: queries.InvitationRow; by: Pick<Caller, '_id' | 'name'> };

const ASKED = {
  instructor: 'invitations.mail_asks_instructor',
  office: 'invitations.mail_asks_office',
  admin: 'invitations.mail_asks_admin',
} as const satisfies Record<InvitedRole, string>;

async function mailInvited(tx: Db, { invitation, token, by }: Mailed & { token: string }) {
  const { hash: ref, email: recipient, role, until, createdat: now } = invitation;
  await insertMail(tx, {
    kind: INVITATION_MAIL,
    ref,
    recipient,
    subject: say('invitations.mail_subject'),
    letter: {
      reader: 'address',
      paragraphs: [
        say(ASKED[role], { who: plainName(by.name), school: SCHOOL }),
        say('learners.claim_open', { moment: { moment: until } }),
      ],
      button: { label: say('learners.claim_open_invitation'), href: invitationPage(token) },
      notes: [say('learners.claim_for_you_alone'), say('learners.claim_ignore')],
      opensAccount: true,
    },
    now,
  });
}

/** Who is mailed about an invitation: for rights over the whole school every admin but the one who gets them. */
export const whoWatches = (
  { role, byid }: Pick<queries.InvitationRow, 'role' | 'byid'>,
  except: string | null = null,
): Recipients => (role === 'admin' ? admins({ except }) : accountOf(byid));

/** Before it is accepted: a thief who has an admin's account for a moment may have invited. */
async function notifyOfInviting(tx: Db, { invitation, by }: Mailed) {
  const { hash: ref, name, email, role, createdat: now } = invitation;
  await insertMails(tx, whoWatches(invitation), {
    kind: 'invitation-sent',
    ref,
    subject: say('invitations.mail_sent_subject'),
    letter: {
      reader: 'admin',
      paragraphs: [
        say('invitations.mail_sent', { who: plainName(by.name), name: plainName(name), email, role }),
        say('invitations.mail_withdraw'),
      ],
      button: { label: say('invitations.mail_open_users'), href: '/admin/manageusers' },
    },
    now,
  });
}
