import type { Db } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';
import { closeEntry } from './close-entry.ts';
import * as queries from './queries.ts';

export type WaitlistWork = { db: Db; now: () => number; changed: () => void };

const AT_ONCE = 20;

/** One look at the waitlists: seats of offers that ran out go to the next. */
export async function workWaitlist({ db, now, changed }: WaitlistWork): Promise<number> {
  await queries.boundOffers(db, now());
  const lapsed = await queries.findLapsedOffers(db, now(), AT_ONCE);
  for (const entry of lapsed) {
    await transact(db, (tx) => closeEntry(tx, entry, now()));
    changed();
  }
  return lapsed.length;
}
