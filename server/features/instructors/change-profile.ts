import { lockUser } from '#server/auth/queries.ts';
import type { Db } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';
import { type Actor, insertChange } from '#server/features/changes/index.ts';
import { ensure } from '#server/http/errors.ts';
import * as queries from './queries.ts';

type Written = { words: string; instruments: readonly string[]; version: number };

/**
 * Keeps what somebody who teaches writes of themself. Throws `instructor-not-found` for one who does not, and `changed-meanwhile` when
 * `version` is not the latest.
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
 * Takes away what somebody wrote of themself, with a line in the log that does not repeat it; gives whether there was anything. Throws
 * `instructor-not-found` where nobody has this id.
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
