import { lockUser } from '#server/auth/queries.ts';
import { countRole } from '#server/database/role-counts.ts';
import type { Db } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';
import { withholdBlogs } from '#server/features/blogs/index.ts';
import { type Actor, insertChange } from '#server/features/changes/index.ts';
import { revokeKeys } from '#server/features/keys/index.ts';
import { holdClosures, releaseSubstitute } from '#server/features/lessons/index.ts';
import { ensure } from '#server/http/errors.ts';
import * as queries from './queries.ts';

type Role = queries.UserRow['role'];

/**
 * Gives a user a role and notes it in the log; a role that they have already is no change. The API keys that an admin made end with their
 * rights; of somebody who becomes a student scheduled posts become drafts, and lessons that they were to hold as a substitute go back to who teaches the class. `was` is the role that they were seen with. Throws
 * `user-not-found`, `changed-meanwhile` when they have another now, `last-admin` when the school would be left without one, and
 * `account-teaches` for a student whose classes are approved.
 */
export async function changeRole(
  db: Db,
  role: Role,
  { id, was, actor, now }: { id: string; was?: Role; actor: Actor; now: number },
): Promise<queries.UserRow> {
  return transact(db, async (tx) => {
    if (role === 'student') await holdClosures(tx);
    await queries.lockAdmins(tx);
    const known = await lockUser(tx, id);
    ensure(known, 'user-not-found');
    if (known.role === role) return known;
    ensure(was === undefined || was === known.role, 'changed-meanwhile');
    if (role === 'student') ensure(!(await queries.hasApprovedClass(tx, known._id)), 'account-teaches');
    const changed = await queries.updateRole(tx, id, role);
    ensure(changed, 'last-admin');
    await countRole(tx, known.role, -1);
    await countRole(tx, role, 1);
    // Nobody could stop what would become public later.
    if (role === 'student') await withholdBlogs(tx, id, now);
    if (role === 'student') await releaseSubstitute(tx, { userid: id, now });
    // The admin who made a key may still have a copy.
    if (known.role === 'admin') await revokeKeys(tx, { ownerid: id, actor, now });
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
    return changed;
  });
}
