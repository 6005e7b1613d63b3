import type { Db } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';
import { ensure } from '#server/errors.ts';
import { type Actor, insertChange } from '#server/features/changes/queries.ts';
import * as queries from './queries.ts';

/**
 * Gives a user a role and notes it in the log; a role that they have already is no change. Throws `user-not-found`, and
 * `last-admin` when the school would be left without one.
 */
export async function changeRole(
  db: Db,
  role: queries.UserRow['role'],
  { id, actor, now }: { id: string; actor: Actor; now: number },
): Promise<queries.UserRow> {
  return transact(db, async (tx) => {
    await queries.lockAdmins(tx);
    const known = await queries.lockUser(tx, id);
    ensure(known, 'user-not-found');
    if (known.role === role) return known;
    const changed = await queries.updateRole(tx, id, role);
    ensure(changed, 'last-admin');
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
