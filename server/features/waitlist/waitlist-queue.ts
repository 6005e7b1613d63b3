import { LostRace } from '#server/database/transact.ts';
import { freeHeldSeat, type SeatQueue } from '#server/features/classes/index.ts';
import { deleteWish } from '#server/features/wishes/index.ts';
import { closeEntry } from './close-entry.ts';
import { deleteOfferMail, offerFreeSeats } from './offer-seats.ts';
import * as queries from './queries.ts';

/** The waitlist as the seats of a class ask it. */
export const waitlistQueue: SeatQueue = {
  async findOffer(db, { learnerid, classid, now }) {
    const entry = await queries.findOpenEntry(db, { learnerid, classid });
    const until = entry?.state === 'offered' ? entry.offeruntil : null;
    return until !== null && until > now ? until : undefined;
  },

  async findDeadlines(db, orderids) {
    const entries = await queries.findEntriesOfOrders(db, orderids);
    const taken = entries.filter(({ state }) => state === 'taken');
    return new Map(taken.map(({ orderid, offeruntil }) => [orderid, offeruntil]));
  },

  async take(tx, request) {
    const offer = await queries.takeOffer(tx, request);
    if (!offer) return undefined;
    await deleteOfferMail(tx, offer);
    return offer.offeruntil;
  },

  async giveBack(tx, order) {
    if (await queries.returnOffer(tx, order)) return true;
    await queries.closeTakenOffer(tx, order.orderid);
    return false;
  },

  async finish(tx, { orderid, classid, now }) {
    const taken = await queries.closeTakenOffer(tx, orderid);
    if (!taken) return;
    // What was wished for is there.
    if (taken.wishid !== null) await deleteWish(tx, taken.wishid);
    // Another child of the family had to wait for that.
    await offerFreeSeats(tx, { classid, now });
  },

  async leave(tx, { learnerid, classid, now }) {
    const entry = await queries.findOpenEntry(tx, { learnerid, classid });
    if (entry && !(await closeEntry(tx, entry, now))) throw new LostRace('The waitlist changed meanwhile.');
  },

  offer: offerFreeSeats,

  async suspend(tx, { classid }) {
    const entries = await queries.findOpenEntriesOfClass(tx, classid);
    const unnotified = new Set<string | null>();
    for (const entry of entries)
      if (entry.state === 'offered' && (await deleteOfferMail(tx, entry)))
        unnotified.add(entry.groupid ?? entry._id);
    for (const { _id, groupid, wishid, state } of entries) {
      if (wishid !== null) {
        // The wish stands; its family did not ask to wait for this class.
        if (unnotified.has(_id) && (await queries.deleteUnheard(tx, _id))) await freeHeldSeat(tx, classid);
        continue;
      }
      if (state !== 'kept' && !(state === 'offered' && unnotified.has(groupid ?? _id))) continue;
      const back = { state: 'waiting' as const, offeruntil: null };
      if (await queries.moveEntry(tx, _id, [state], back)) await freeHeldSeat(tx, classid);
    }
  },

  async close(tx, { classid, now }) {
    for (const entry of await queries.findOpenEntriesOfClass(tx, classid)) await closeEntry(tx, entry, now);
  },
};
