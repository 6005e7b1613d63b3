import { lockUser } from '#server/auth/queries.ts';
import type { Db } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';
import { type Actor, insertChange } from '#server/features/changes/index.ts';
import { ensure } from '#server/http/errors.ts';
import * as queries from './queries.ts';

type Written = { words: string; instruments: readonly string[]; version: number };

/**
 * Saves the profile of an instructor. Throws `instructor-not-found` for an account that does not teach, and
 * `changed-meanwhile` when `version` is not the latest.
 */
export async function writeProfile(
  db: Db,
  { version, ...profile }: Written,
  { id, now }: { id: string; now: number },
): Promise<void> {
  await transact(db, async (tx) => {
    // An account that is deleted at this moment leaves nothing behind.
    ensure(await lockUser(tx, id), 'instructor-not-found');
    ensure(await queries.findInstructor(tx, id), 'instructor-not-found');
    ensure(await queries.saveProfile(tx, profile, { userid: id, version, now }), 'changed-meanwhile');
  });
}

/**
 * Removes the profile of an instructor, with a line in the log that does not repeat it; gives whether there
 * was one. Throws `instructor-not-found` for an unknown id.
 */
export async function clearProfile(
  db: Db,
  { id, actor, now }: { id: string; actor: Actor; now: number },
): Promise<boolean> {
  return transact(db, async (tx) => {
    const user = await lockUser(tx, id);
    ensure(user, 'instructor-not-found');
    const wasThere = await queries.emptyProfile(tx, { userid: id, now });
    if (wasThere)
      await insertChange(tx, {
        about: 'user',
        subjectid: id,
        subjectname: user.name,
        action: 'words-cleared',
        actor,
        now,
      });
    return wasThere;
  });
}
