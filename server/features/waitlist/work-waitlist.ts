import type { Db } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';
import { freeHeldSeat } from '#server/features/classes/index.ts';
import { closeEntries, withGroup } from './close-entry.ts';
import { offerFreeSeats } from './offer-seats.ts';
import * as queries from './queries.ts';

type WaitlistWork = { db: Db; now: () => number; changed: () => void };

const AT_ONCE = 20;

/** One look at the waitlists: seats of offers that ran out go to the next, those of a group at once. */
export async function workWaitlist({ db, now, changed }: WaitlistWork): Promise<number> {
  await queries.boundOffers(db, now());
  const lapsed = await queries.findLapsedOffers(db, now(), AT_ONCE);
  for (const entry of lapsed) {
    await transact(db, (tx) =>
      entry.state === 'kept' ? stopKeeping(tx, entry, now()) : closeLapsed(tx, entry, now()),
    );
    changed();
  }
  return lapsed.length;
}

async function closeLapsed(tx: Db, entry: queries.WaitlistRow, now: number): Promise<void> {
  const isLapsed = ({ state, offeruntil }: queries.WaitlistRow) =>
    state === 'offered' && offeruntil !== null && offeruntil <= now;
  await closeEntries(tx, (await withGroup(tx, entry)).filter(isLapsed), now);
}

/** Enough seats for a group did not come free in time: those that were kept go past it, and it waits on. */
async function stopKeeping(tx: Db, entry: queries.WaitlistRow, now: number): Promise<void> {
  const { classid, groupid } = entry;
  const kept = (await withGroup(tx, entry)).filter(({ state }) => state === 'kept');
  for (const { _id } of kept)
    if (await queries.moveEntry(tx, _id, ['kept'], { state: 'waiting', offeruntil: null }))
      await freeHeldSeat(tx, classid);
  await offerFreeSeats(tx, { classid, now, past: groupid ?? undefined });
}
