import { findUserOfLearner } from '#server/auth/queries.ts';
import type { Db } from '#server/database/schema.ts';
import { findClassesById } from '#server/features/classes/index.ts';
import { freeHeldSeat, holdFreeSeat } from '#server/features/seats/index.ts';
import { deleteUnsentMails, insertMail } from '#server/jobs/outbox.ts';
import * as queries from './queries.ts';

const OFFER_MAIL = 'seat-offered';
const MOMENT = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'short', timeZone: 'UTC' });

/**
 * Offers the free seats of a class to those who wait for it, in order. To be called in the transaction that freed them, after the
 * class's row was changed: then nobody else can come between.
 */
export async function offerFreeSeats(
  tx: Db,
  { classid, now }: { classid: string; now: number },
): Promise<void> {
  for (;;) {
    const first = await queries.findFirstWaiting(tx, classid);
    if (first === undefined || !(await holdFreeSeat(tx, classid))) return;
    const offeruntil = now + queries.OFFER_MS;
    const offered = await queries.moveEntry(tx, first, ['waiting'], { state: 'offered', offeruntil });
    // Left meanwhile.
    if (!offered) await freeHeldSeat(tx, classid);
    else await insertOfferMail(tx, { ...offered, offeruntil }, now);
  }
}

/** Tells a student that a seat is held for them. */
async function insertOfferMail(tx: Db, offer: queries.WaitlistRow & { offeruntil: number }, now: number) {
  const { _id, learnerid, classid, offeruntil } = offer;
  const account = await findUserOfLearner(tx, learnerid);
  const [offered] = await findClassesById(tx, [classid]);
  if (!offered || !account) return;
  await insertMail(tx, {
    kind: OFFER_MAIL,
    ref: _id,
    recipient: account.email,
    subject: `A seat is free in ${offered.classname}`,
    text: [
      `A seat is free in ${offered.classname}, and you are the first in line.`,
      `It is held for you until ${MOMENT.format(offeruntil)} UTC. Pay for it here:`,
      `{origin}/student/class/payment/${classid}`,
      'If you do not want it any more, decline it under My Selected Class, and it goes to the next in line:',
      '{origin}/student/class/selected',
      '{school}',
    ].join('\n\n'),
    validuntil: offeruntil,
    now,
  });
}

/** Takes back the mail about an offer that has ended, unless it was sent; gives whether it was not. */
export const deleteOfferMail = async (tx: Db, entryid: string): Promise<boolean> =>
  (await deleteUnsentMails(tx, { kind: OFFER_MAIL, ref: entryid })) > 0;
