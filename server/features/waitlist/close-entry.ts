import type { Db } from '#server/database/schema.ts';
import { expireHoldNow } from '#server/features/payments/index.ts';
import { freeHeldSeat } from '#server/features/seats/index.ts';
import { deleteOfferMail, offerFreeSeats } from './offer-seats.ts';
import { moveEntry, type WaitlistRow } from './queries.ts';

/** Takes a student off a waitlist; a seat that was held for them goes to the next. False when the entry changed meanwhile. */
export async function closeEntry(tx: Db, entry: WaitlistRow, now: number): Promise<boolean> {
  const { _id, classid, state, orderid } = entry;
  const closed = await moveEntry(tx, _id, [state], { state: 'closed' });
  if (!closed || state === 'closed') return false;
  if (state === 'offered') {
    await deleteOfferMail(tx, _id);
    await freeHeldSeat(tx, classid);
    await offerFreeSeats(tx, { classid, now });
  }
  // The order that holds the seat ends first, since it may have been paid.
  if (state === 'taken' && orderid !== null) await expireHoldNow(tx, orderid, now);
  return true;
}
