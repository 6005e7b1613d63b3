import { sql } from 'kysely';
import { checkoutPath, paymentPath } from '#contract/payments/payment-path.ts';
import type { Db } from '#server/database/schema.ts';
import { findClassesById, freeHeldSeat, holdFreeSeat, whenFacts } from '#server/features/classes/index.ts';
import { isClassOver } from '#server/features/lessons/index.ts';
import { notifyWebhooksOfAll } from '#server/features/webhooks/index.ts';
import { findWishers, lockWish } from '#server/features/wishes/index.ts';
import { type Letter, say, teacherSaid } from '#server/jobs/letter.ts';
import { deleteUnsentMails, insertMails, whoLearns, whoPaysFor } from '#server/jobs/outbox.ts';
import * as queries from './queries.ts';
import { findTurnsOf } from './turns.ts';

const OFFER_MAIL = 'seat-offered';
/** The office does not read to whom it goes, even where it cannot be delivered. */
const WISH_MAIL = 'wish-offered';
const MY_CLASSES = '/student/class/selected';

type OfferInput = {
  classid: string;
  now: number;
  /** The group for which seats were kept in vain: this time they go past it. */
  past?: string;
};

/**
 * Offers the free seats of a class to those who wait for it, in their turn and one at a time to each family;
 * to those who wait together as many as they are, or none. To be called in the transaction that freed them,
 * after the class's row was changed: then no other can come between. No seat is offered of a class that is
 * over. While a class is first for those who wished for it, they come before everyone who waits.
 *
 * Seats that are too few for a group go to those behind it, or to the public, until as many went past it as
 * it has members; from then on they are kept for it, for `KEPT_MS` at most (docs/families.md, Waiting
 * together).
 */
export async function offerFreeSeats(tx: Db, { classid, now, past }: OfferInput): Promise<void> {
  if (await isClassOver(tx, classid, now)) return;
  await offerToWishers(tx, { classid, now });
  const line = await findTurnsOf(tx, classid, now);
  if (!line) return;
  const { turns, offered } = line;
  for (const { entries, families } of turns) {
    const [first] = entries;
    if (!first || families.some((id) => offered.has(id))) continue;
    // They keep their turn, for who signs in again and keeps the account.
    if (entries.some(({ leaves }) => leaves === 1)) continue;
    const { groupid } = first;
    if (groupid === null) {
      if (!(await holdFreeSeat(tx, classid))) return;
      await offerTo(tx, [first], { now });
    } else if (groupid === past || !(await offerToGroup(tx, { ...first, groupid }, now))) continue;
    for (const id of families) offered.add(id);
  }
}

/** Holds free seats for those who wished for a class that is first for them, in the order of their wishes. */
async function offerToWishers(tx: Db, { classid, now }: OfferInput): Promise<void> {
  const found = await findWishers(tx, { classid, now });
  if (!found) return;
  // Of a seat that comes free late a family has as long as of any other.
  const until = Math.max(found.until, now + queries.OFFER_MS);
  for (const { _id: wishid, learnerid } of found.wishers) {
    // One whose learner is being deleted is waited for, or gone.
    if (!(await lockWish(tx, wishid))) continue;
    if (!(await holdFreeSeat(tx, classid))) return;
    const entry = await queries.insertEntry(tx, { learnerid, classid, wishid, now });
    await offerTo(tx, [entry], { now, until });
  }
}

type GroupedRow = queries.WaitlistRow & { groupid: string };

/** Offers seats to a group, or keeps them for it; false where they go past it, or none is free. */
async function offerToGroup(tx: Db, { classid, groupid }: GroupedRow, now: number): Promise<boolean> {
  const members = await queries.findGroup(tx, groupid, ['waiting', 'kept']);
  const without = members.filter(({ state }) => state === 'waiting');
  const found: queries.WaitlistRow[] = [];
  for (const member of without) {
    if (!(await holdFreeSeat(tx, classid))) break;
    found.push(member);
  }
  if (found.length === without.length) {
    await offerTo(tx, members, { now });
    return true;
  }
  if (found.length > 0 && (await hasWaitedItsTurn(tx, members))) {
    const [known] = members.filter(({ state }) => state === 'kept');
    const offeruntil = known?.offeruntil ?? now + queries.KEPT_MS;
    for (const { _id } of found) await queries.moveEntry(tx, _id, ['waiting'], { state: 'kept', offeruntil });
  } else {
    for (const { classid } of found) await freeHeldSeat(tx, classid);
  }
  return false;
}

/**
 * Whether as many seats have gone to people who came after a group as it has members; never where the class
 * is too small for it.
 */
async function hasWaitedItsTurn(tx: Db, members: readonly queries.WaitlistRow[]): Promise<boolean> {
  const [first] = members;
  if (!first) return false;
  const { seatspast, capacity } = await queries.countSeatsPast(tx, first);
  return Number(seatspast) >= members.length && capacity >= members.length;
}

/**
 * Makes an offer of the seats that are held for these, one or all who wait together, `until` a moment (epoch
 * milliseconds).
 */
export async function offerTo(
  tx: Db,
  entries: readonly queries.WaitlistRow[],
  { now, until: offeruntil = now + queries.OFFER_MS }: { now: number; until?: number },
): Promise<void> {
  const offered: queries.WaitlistRow[] = [];
  for (const { _id, state, classid } of entries) {
    const moved = await queries.moveEntry(tx, _id, [state], { state: 'offered', offeruntil });
    // Left meanwhile.
    if (moved) offered.push(moved);
    else await freeHeldSeat(tx, classid);
  }
  await notifyWebhooksOfAll(
    tx,
    // Programs are told of no learner who has not agreed to it.
    offered
      .filter(({ wishid }) => wishid === null)
      .map(({ _id: entryid, classid, learnerid }) => ({
        happening: { type: 'place.offered', timestamp: now, data: { entryid, classid, learnerid } },
      })),
  );
  await insertOfferMail(tx, offered, { offeruntil, now });
}

const kindOf = ({ wishid }: Pick<queries.WaitlistRow, 'wishid'>) =>
  wishid === null ? OFFER_MAIL : WISH_MAIL;

/** What an offer is known by: the seats of those who wait together are one. */
const offerOf = ({ _id, groupid }: Pick<queries.WaitlistRow, '_id' | 'groupid'>) => groupid ?? _id;

/**
 * Tells the payers and guardians of learners that seats are held for them. Only an account that may pay for
 * all of them is led to paying, by an address that names each.
 */
async function insertOfferMail(
  tx: Db,
  entries: readonly queries.WaitlistRow[],
  { offeruntil, now }: { offeruntil: number; now: number },
) {
  const [offer] = entries;
  if (!offer) return;
  const { learnerid, classid } = offer;
  const learnerids = entries.map((entry) => entry.learnerid);
  const [offered] = await findClassesById(tx, [classid]);
  if (!offered) return;
  const { classname, instructorname } = offered;
  const whens = await whenFacts(tx, classid, now);
  const isOne = learnerids.length === 1;
  const free = { count: learnerids.length, class: classname };
  const isWish = offer.wishid !== null;
  const mail = {
    kind: kindOf(offer),
    ref: offerOf(offer),
    subject: say(isWish ? 'wishes.mail_subject' : 'waitlist.mail_free', free),
    validuntil: offeruntil,
    now,
  };
  const letterWith = (button: Letter['button']): Letter => ({
    reader: 'account',
    about: learnerids,
    paragraphs: isWish
      ? [say('wishes.mail_made', free), say('wishes.mail_not_named')]
      : [say('waitlist.mail_first_in_line', free)],
    facts: [
      [say('mails.class'), classname],
      [say('mails.teacher'), teacherSaid(instructorname)],
      ...whens,
      [say('waitlist.mail_held_until'), { moment: offeruntil }],
    ],
    button,
    notes: [say('waitlist.mail_decline', { count: learnerids.length, page: { path: MY_CLASSES } })],
  });
  const pay = {
    label: say('waitlist.mail_pay', { count: learnerids.length }),
    href: isOne
      ? paymentPath(classid, (await queries.isAccount(tx, learnerid)) ? undefined : learnerid)
      : checkoutPath(entries),
  };
  const [told, payers] = [whoLearns(learnerids), whoPaysFor(learnerids)];
  await insertMails(tx, sql`${told} and ${payers}`, { ...mail, letter: letterWith(pay) });
  const look = { label: say('mails.open_my_classes'), href: MY_CLASSES };
  await insertMails(tx, sql`${told} and not ${payers}`, { ...mail, letter: letterWith(look) });
}

/** Takes back the mail about an offer that has ended, unless it was sent; gives whether it was not. */
export const deleteOfferMail = async (
  tx: Db,
  offer: Pick<queries.WaitlistRow, '_id' | 'groupid' | 'wishid'>,
): Promise<boolean> => (await deleteUnsentMails(tx, { kind: kindOf(offer), ref: offerOf(offer) })) > 0;
