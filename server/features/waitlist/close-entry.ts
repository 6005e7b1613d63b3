import type { Db } from '#server/database/schema.ts';
import { LostRace } from '#server/database/transact.ts';
import { freeHeldSeat, lockSeats } from '#server/features/classes/index.ts';
import { expireHoldNow } from '#server/features/orders/index.ts';
import { deleteOfferMail, offerFreeSeats } from './offer-seats.ts';
import { findGroup, moveEntry, OPEN, type WaitlistRow } from './queries.ts';

/**
 * Takes entries for one class off its waitlist: one, or all who wait together. Seats that were held for them
 * go to the next. Where one of them has changed since it was read, a single one gives false, and of several
 * none is taken off: throws `LostRace`.
 */
export async function closeEntries(tx: Db, entries: readonly WaitlistRow[], now: number): Promise<boolean> {
  const [first, ...others] = entries;
  if (!first) return false;
  const { classid } = first;
  const isGrouped = first.groupid !== null;
  // The rest of a group may have its turn now, for which the class is locked before its entries, as when
  // seats are offered.
  if (isGrouped) await lockSeats(tx, classid);
  for (const { _id, state } of entries) {
    const closed = state !== 'closed' && (await moveEntry(tx, _id, [state], { state: 'closed' }));
    if (closed) continue;
    if (others.length > 0) throw new LostRace('The waitlist changed meanwhile.');
    return false;
  }
  const held = entries.filter(({ state }) => state === 'offered' || state === 'kept');
  for (const entry of held) {
    if (!(await isOfferedStill(tx, entry))) await deleteOfferMail(tx, entry);
    await freeHeldSeat(tx, classid);
  }
  if (held.length > 0 || isGrouped) await offerFreeSeats(tx, { classid, now });
  // The order that holds the seat ends first, since it may have been paid.
  for (const { state, orderid } of entries)
    if (state === 'taken' && orderid !== null) await expireHoldNow(tx, orderid, now);
  return true;
}

/** Whether another of the same group has a seat offered, of which the same mail tells. */
const isOfferedStill = async (tx: Db, { groupid }: WaitlistRow): Promise<boolean> =>
  groupid !== null && (await findGroup(tx, groupid, ['offered'])).length > 0;

/** One entry alone: the rest of its group waits on without it. */
export const closeEntry = (tx: Db, entry: WaitlistRow, now: number) => closeEntries(tx, [entry], now);

/** An entry and all that wait, or are offered seats, together with it, as they are under the lock. */
export async function withGroup(tx: Db, entry: WaitlistRow): Promise<WaitlistRow[]> {
  if (entry.groupid === null) return [entry];
  await lockSeats(tx, entry.classid);
  return findGroup(tx, entry.groupid, OPEN);
}
