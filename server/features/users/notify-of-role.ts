import { newId } from '#server/database/ids.ts';
import type { Db } from '#server/database/schema.ts';
import { type Letter, SCHOOL, type Words } from '#server/jobs/letter.ts';
import { accountOf, insertMails } from '#server/jobs/outbox.ts';
import type { UserRow } from './queries.ts';

const AREAS = { admin: '/admin', instructor: '/instructor', student: '/student' };

/** Mails the account, in the transaction that gives it a role, what that opens and what becomes public. */
export async function notifyOfRole(
  tx: Db,
  user: UserRow,
  { was, now }: { was: UserRow['role']; now: number },
): Promise<void> {
  const { role } = user;
  const subject = role === 'student' ? `You are no longer an ${was}` : `You are now an ${role}`;
  const letter: Letter = {
    reader: 'account',
    paragraphs: [[OPENING[role], SCHOOL, '.'], ...(role === 'instructor' ? [publicWords(user)] : WHAT[role])],
    button: { label: 'Open my area', href: AREAS[role] },
    notes: ['If you did not expect this, reply to this email.'],
  };
  await insertMails(tx, accountOf(user._id), { kind: 'role-changed', ref: newId(now), subject, letter, now });
}

const OPENING: Record<UserRow['role'], string> = {
  admin: 'You are now an admin of ',
  instructor: 'You can now add classes, and see who is enrolled in them, as an instructor of ',
  student: 'Your role is now student at ',
};

const WHAT: Record<'admin' | 'student', readonly Words[]> = {
  admin: ['Admins decide on classes, give and take roles, and see every person and payment of the school.'],
  student: ['What you are enrolled in stays as it is.'],
};

function publicWords({ listed }: UserRow): Words {
  if (listed === 0) return 'You are not on the page of the instructors. Classes that you teach name you.';
  if (listed === 1)
    return 'Your name, email address and picture are on the page of the instructors, for everyone to see.';
  return 'Your name, email address and picture come on the page of the instructors once you have confirmed this email address: sign in, and follow the link in the email that you get.';
}
