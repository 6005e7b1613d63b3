import { type Caller, lockUser } from '#server/auth/queries.ts';
import type { Db } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';
import { findClass } from '#server/features/classes/index.ts';
import { ensure } from '#server/http/errors.ts';
import { findSelectionOf, insertSelection } from './queries.ts';

/**
 * Selects a class for a student and gives the selection's id; undefined where they have selected it or are enrolled. Throws
 * `class-not-found`, `class-closed`, `class-full`, and `session-ended` where the account is being deleted.
 */
export async function selectClass(
  db: Db,
  { classid, student, now }: { classid: string; student: Pick<Caller, '_id' | 'learnerid'>; now: number },
): Promise<string | undefined> {
  const { _id: userid, learnerid } = student;
  const wanted = await findClass(db, classid);
  ensure(wanted, 'class-not-found');
  ensure(wanted.status === 'approved', 'class-closed');
  if (await findSelectionOf(db, { learnerid, classid })) return undefined;
  ensure(wanted.availableseat > 0, 'class-full');
  return transact(db, async (tx) => {
    // An account that is being deleted waits here, or is gone: nobody would ever take the selection back.
    ensure(await lockUser(tx, userid), 'session-ended');
    return (await insertSelection(tx, { learnerid, classid, now }))?._id;
  });
}
