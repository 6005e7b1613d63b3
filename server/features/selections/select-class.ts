import type { Db } from '#server/database/schema.ts';
import { findClass } from '#server/features/classes/index.ts';
import { AppError, ensure } from '#server/http/errors.ts';
import { findSelectionOf, insertSelection } from './queries.ts';

const ATTEMPTS = 3;

/**
 * Selects a class for a learner and gives the selection's id; undefined where they have selected it or are enrolled. Throws
 * `class-not-found`, `class-closed`, `class-full`, and `session-ended` where the learner, or the account that they are, is being deleted.
 */
export async function selectClass(
  db: Db,
  { classid, learnerid, now }: { classid: string; learnerid: string; now: number },
): Promise<string | undefined> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const added = await insertSelection(db, { learnerid, classid, now });
    if (added) return added;
    // What stood in the way; where nothing does any more, it has just gone.
    const wanted = await findClass(db, classid);
    ensure(wanted, 'class-not-found');
    ensure(wanted.status === 'approved', 'class-closed');
    if (await findSelectionOf(db, { learnerid, classid })) return undefined;
    ensure(wanted.availableseat > 0, 'class-full');
  }
  throw new AppError('session-ended');
}
