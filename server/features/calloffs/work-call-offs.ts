import { transact } from '#server/database/transact.ts';
import { findClassesById } from '#server/features/classes/index.ts';
import type { Payments } from '#server/features/orders/index.ts';
import { endPlacesOf } from './end-places.ts';
import * as queries from './queries.ts';

/** While one worker ends the places of a class no other does; where it may have died, another does after. */
const LEASE_MS = 30_000;
const AT_ONCE = 20;

/**
 * Ends the places of classes that were called off, a family at a time: what a process leaves is finished by
 * the next. Idempotent; safe to call concurrently. Gives how many classes were finished.
 */
export async function workCallOffs(payments: Payments): Promise<number> {
  const { db, now, lease } = payments;
  let finished = 0;
  for (const callOff of await queries.findDueCallOffs(db, now(), AT_ONCE)) {
    if (!(await queries.claimCallOff(db, callOff, lease(now() + LEASE_MS)))) continue;
    if (!(await endAll(payments, callOff))) continue;
    await queries.closeCallOff(db, callOff._id);
    finished++;
  }
  return finished;
}

/**
 * Gives whether every place has ended. A family whose places do not end is no other's: it is tried again once
 * the lease is over.
 */
async function endAll(payments: Payments, callOff: queries.CallOffRow): Promise<boolean> {
  const { db, checkpoint, changed, wake, logError } = payments;
  const { _id: classid } = callOff;
  const [{ classname } = { classname: '' }] = await findClassesById(db, [classid]);
  const failed = new Set<string>();
  for (;;) {
    const places = await queries.findPlaces(db, classid);
    const familyid = places.map((place) => place.familyid).find((id) => !failed.has(id));
    if (familyid === undefined) break;
    try {
      await transact(db, (tx) => endPlacesOf(payments, tx, callOff, { familyid, classname }));
      checkpoint('places-ended');
      // What goes back to cards is due.
      wake();
    } catch (error) {
      failed.add(familyid);
      logError(error);
    }
  }
  changed();
  return failed.size === 0;
}
