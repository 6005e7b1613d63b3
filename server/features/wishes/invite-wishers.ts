import { WISHERS_FIRST_MS } from '#contract/wishes/calls.ts';
import type { Db } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';
import { type Actor, insertChange } from '#server/features/changes/index.ts';
import { lockClass, type Seats, setWishesUntil } from '#server/features/classes/index.ts';
import { isClassOver } from '#server/features/lessons/index.ts';
import { ensure } from '#server/http/errors.ts';
import { countHeld } from './queries.ts';

type InviteInput = { classid: string; actor: Actor; now: number };

/**
 * Keeps the free places of a class for those who wished for it, and tells them; gives how many are held. Throws
 * `class-not-found`, `class-closed`, `class-over`, `class-full`, and `no-wish-fits` where none is held.
 */
export function inviteWishers(
  { db, seats }: { db: Db; seats: Seats },
  { classid, actor, now }: InviteInput,
): Promise<number> {
  return transact(db, async (tx) => {
    const found = await lockClass(tx, classid);
    ensure(found, 'class-not-found');
    ensure(found.status === 'approved', 'class-closed');
    ensure(!(await isClassOver(tx, classid, now)), 'class-over');
    ensure(found.availableseat > 0, 'class-full');
    const before = await countHeld(tx, classid);
    await setWishesUntil(tx, classid, now + WISHERS_FIRST_MS);
    await seats.offer(tx, { classid, now });
    const held = (await countHeld(tx, classid)) - before;
    ensure(held > 0, 'no-wish-fits');
    await insertChange(tx, {
      about: 'class',
      subjectid: classid,
      subjectname: found.classname,
      action: 'wishers-invited',
      note: String(held),
      actor,
      now,
    });
    return held;
  });
}
