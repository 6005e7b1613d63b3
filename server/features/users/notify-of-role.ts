import type { MessageId } from '#languages/t.ts';
import { newId } from '#server/database/ids.ts';
import type { Db } from '#server/database/schema.ts';
import { type Letter, SCHOOL, say, type Words } from '#server/jobs/letter.ts';
import { accountOf, insertMails } from '#server/jobs/outbox.ts';
import type { UserRow } from './queries.ts';

const AREAS = { admin: '/admin', office: '/admin', instructor: '/instructor', student: '/student' };

/** Mails the account, in the transaction that gives it a role, what that opens and what becomes public. */
export async function notifyOfRole(
  tx: Db,
  user: UserRow,
  { was, now }: { was: UserRow['role']; now: number },
): Promise<void> {
  const { role } = user;
  const subject = role === 'student' ? formerly(was) : say(SUBJECT[role]);
  const letter: Letter = {
    reader: 'account',
    paragraphs: [say(OPENING[role], { school: SCHOOL }), whatFollows(user)],
    button: { label: say('users.mail_open_area'), href: AREAS[role] },
    notes: [say('users.mail_not_expected')],
  };
  await insertMails(tx, accountOf(user._id), { kind: 'role-changed', ref: newId(now), subject, letter, now });
}

const SUBJECT = {
  admin: 'users.mail_now_admin',
  office: 'users.mail_now_office',
  instructor: 'users.mail_now_instructor',
} as const satisfies Record<Exclude<UserRow['role'], 'student'>, MessageId>;

/** What an account that becomes a student has been. */
function formerly(was: UserRow['role']) {
  if (was === 'admin') return say('users.mail_no_longer_admin');
  return say(was === 'office' ? 'users.mail_no_longer_office' : 'users.mail_no_longer_instructor');
}

const OPENING = {
  admin: 'users.mail_opens_admin',
  office: 'users.mail_opens_office',
  instructor: 'users.mail_opens_instructor',
  student: 'users.mail_opens_student',
} as const satisfies Record<UserRow['role'], MessageId>;

function whatFollows({ role, listed }: UserRow): Words {
  if (role === 'admin') return say('users.mail_admins_decide');
  if (role === 'office') return say('users.office_means');
  if (role === 'student') return say('users.mail_enrolments_stay');
  if (listed === 0) return say('users.mail_not_listed');
  return listed === 1 ? say('users.mail_listed') : say('users.mail_listed_once_confirmed');
}
