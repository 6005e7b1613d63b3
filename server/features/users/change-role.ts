import { isOffice } from '#contract/users/calls.ts';
import { lockUser } from '#server/auth/queries.ts';
import { countRole } from '#server/database/rows/role-counts.ts';
import type { Db } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';
import { withholdBlogs } from '#server/features/blogs/index.ts';
import { deleteBusyCalendar } from '#server/features/busy/index.ts';
import { type Actor, insertChange } from '#server/features/changes/index.ts';
import type { Rows } from '#server/features/feature.ts';
import { withdrawInvitations } from '#server/features/invitations/index.ts';
import { holdClosures, releaseSubstitute } from '#server/features/lessons/index.ts';
import { endWhatASessionSetUp } from '#server/features/recovery/index.ts';
import { ensure } from '#server/http/errors.ts';
import { notifyOfAccounts } from './notify-of-accounts.ts';
import { notifyOfRole } from './notify-of-role.ts';
import * as queries from './queries.ts';

type Role = queries.UserRow['role'];

type RoleChange = {
  id: string;
  was?: Role;
  /** Whether an instructor is to be on the school's pages. */
  listed?: boolean;
  actor: Actor;
  now: number;
  /** What ends with the rights of an admin, as every feature says. */
  rows: Rows;
};

/**
 * Gives a user a role and notes it in the log; a role that they have already is no change. What an admin set
 * up ends with their rights; scheduled posts of an account that may write none any more become drafts, and lessons
 * that they were to hold as a substitute go back to who teaches the class, the calendar that a teacher gave is
 * forgotten, and what they are invited to is decided by it. `was` is the role that they were
 * seen with. Throws `user-not-found`, `changed-meanwhile` when they have another now, `last-admin` when the
 * school would be left without one, and `account-teaches` for a student whose classes are approved.
 */
export const changeRole = (db: Db, role: Role, change: RoleChange): Promise<queries.UserRow> =>
  transact(db, (tx) => changeRoleIn(tx, role, change));

/** The same inside a transaction. */
export async function changeRoleIn(
  tx: Db,
  role: Role,
  { id, was, listed, actor, now, rows }: RoleChange,
): Promise<queries.UserRow> {
  if (role === 'student') await holdClosures(tx);
  await queries.lockAdmins(tx);
  const known = await lockUser(tx, id);
  ensure(known, 'user-not-found');
  const shown = role === 'instructor' ? listedAs(known, listed) : undefined;
  if (known.role === role) {
    if (listed === undefined || shown === undefined || shown === known.listed) return known;
    const note = listed ? 'shown to visitors' : 'hidden from visitors';
    const about = { about: 'user' as const, subjectid: id, subjectname: known.name };
    await insertChange(tx, { ...about, action: 'updated', note, actor, now });
    await notifyOfAccounts(tx, 'account.changed', { userids: [id], now });
    return (await queries.updateRole(tx, id, { role, listed: shown })) ?? known;
  }
  ensure(was === undefined || was === known.role, 'changed-meanwhile');
  if (role === 'student') ensure(!(await queries.hasApprovedClass(tx, known._id)), 'account-teaches');
  const officesince = officeSince(known, { role, now });
  const changed = await queries.updateRole(tx, id, { role, listed: shown, officesince });
  ensure(changed, 'last-admin');
  await notifyOfAccounts(tx, 'account.changed', { userids: [id], now });
  await countRole(tx, known.role, -1);
  await countRole(tx, role, 1);
  // Otherwise it would become public later, without being confirmed.
  if (role === 'student' || role === 'office') await withholdBlogs(tx, id, now);
  if (role === 'student') {
    await releaseSubstitute(tx, { userid: id, now });
    await deleteBusyCalendar(tx, id);
  }
  if (known.role === 'admin') await endWhatASessionSetUp(tx, id, { because: 'role', rows, now });
  await insertChange(tx, {
    about: 'user',
    subjectid: known._id,
    subjectname: known.name,
    action: 'role',
    before: known.role,
    after: role,
    actor,
    now,
  });
  // What was asked before is decided now.
  if (changed.email !== null) await withdrawInvitations(tx, { email: changed.email, now });
  if (actor && actor._id !== id) await notifyOfRole(tx, changed, { was: known.role, now });
  return changed;
}

/** Between the office and the admins the days go on after which a second factor is asked. */
function officeSince(known: queries.UserRow, { role, now }: Pick<queries.UserRow, 'role'> & { now: number }) {
  if (!isOffice(role)) return null;
  return isOffice(known.role) ? known.officesince : now;
}

/** An instructor with an unproved address is listed once it is proved. */
function listedAs(user: queries.UserRow, listed = true): queries.UserRow['listed'] {
  if (!listed) return 0;
  return isConfirmed(user) ? 1 : 2;
}

/** Whether the account's address was ever proved. */
export const isConfirmed = ({ provedat, emailverified }: queries.UserRow) =>
  provedat !== null || emailverified === 1;
