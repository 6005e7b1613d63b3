import type { Db } from '#server/database/schema.ts';
import { findClassesById } from '#server/features/classes/index.ts';
import { freeHeldSeat, holdFreeSeat } from '#server/features/seats/index.ts';
import { deleteUnsentMails, insertMails, whoLearns } from '#server/jobs/outbox.ts';
import * as queries from './queries.ts';

const OFFER_MAIL = 'seat-offered';

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
  const [offered] = await findClassesById(tx, [classid]);
  if (!offered) return;
  await insertMails(tx, whoLearns(learnerid), {
    kind: OFFER_MAIL,
    ref: _id,
    subject: `A seat is free in ${offered.classname}`,
    letter: {
      reader: 'account',
      paragraphs: [`A seat is free in ${offered.classname}, and you are the first in line.`],
      facts: [
        ['Class', offered.classname],
        ['Teacher', offered.instructorname],
        ['Held for you until', { moment: offeruntil }],
      ],
      button: { label: 'Pay and take the seat', href: `/student/class/payment/${classid}` },
      notes: [
        [
          'If you do not want it any more, decline it under My Selected Class, and it goes to the next in line: ',
          { path: '/student/class/selected' },
        ],
      ],
    },
    validuntil: offeruntil,
    now,
  });
}

/** Takes back the mail about an offer that has ended, unless it was sent; gives whether it was not. */
export const deleteOfferMail = async (tx: Db, entryid: string): Promise<boolean> =>
  (await deleteUnsentMails(tx, { kind: OFFER_MAIL, ref: entryid })) > 0;
