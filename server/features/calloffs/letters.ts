import { reasonOf } from '#server/database/rows/reasons.ts';
import type { Db } from '#server/database/schema.ts';
import { type Label, type Letter, quoted, say, type Value, type Words } from '#server/jobs/letter.ts';
import { admins, insertMails, insertMailsToEach, whoLearns } from '#server/jobs/outbox.ts';
import type { EndingPlace } from './end-places.ts';
import { findSimilarFor, type Similar } from './find-similar-for.ts';
import { findLookers } from './queries.ts';

const KIND = 'class-called-off';
/** The reason of a class that too few have joined. */
export const TOO_FEW = reasonOf('orders.too_few_joined');

type CalledOff = { classid: string; classname: string; reason: string; now: number };

const subjectOf = ({ classname, reason }: Pick<CalledOff, 'classname' | 'reason'>) =>
  reason === TOO_FEW
    ? say('reservations.mail_not_subject', { class: classname })
    : say('calloffs.mail_subject', { class: classname });

/** What an account is told of: places that it paid for, or owes, and learners of others' money. */
type Told = { paid: EndingPlace[]; others: string[] };

/**
 * Tells everyone who looks after the learners of a family, or pays for them, that their places in a class
 * have ended: one mail each for all of them. Of the money of a place who pays for it is told alone.
 */
export async function notifyFamily(
  tx: Db,
  endings: readonly EndingPlace[],
  { familyid, ...calledOff }: CalledOff & { familyid: string },
): Promise<void> {
  const told = await findTold(tx, endings);
  const learnerids = [...new Set(endings.map(({ place }) => place.learnerid))];
  const similar = calledOff.reason === TOO_FEW ? await findSimilarFor(tx, { ...calledOff, learnerids }) : [];
  await insertMailsToEach(
    tx,
    [...told].map(([userid, one]) => ({
      userid,
      subject: subjectOf(calledOff),
      letter: letterOf(one, calledOff, similar),
    })),
    { kind: KIND, ref: `${calledOff.classid}-${familyid}`, now: calledOff.now },
  );
}

/** By account. */
export async function findTold(db: Db, endings: readonly EndingPlace[]): Promise<ReadonlyMap<string, Told>> {
  const told = new Map<string, Told>();
  const toldOf = (userid: string) => {
    const known = told.get(userid) ?? { paid: [], others: [] };
    told.set(userid, known);
    return known;
  };
  for (const ending of endings)
    if (ending.place.userid !== null) toldOf(ending.place.userid).paid.push(ending);
  const payers = new Map(endings.map(({ place }) => [place.learnerid, place.userid]));
  const lookers = payers.size === 0 ? [] : await findLookers(db, [...payers.keys()]);
  for (const { learnerid, userid } of lookers)
    if (payers.get(learnerid) !== userid) toldOf(userid).others.push(learnerid);
  return told;
}

/** What one of them reads. */
export function letterOf(
  { paid, others }: Told,
  { classname, reason }: Pick<CalledOff, 'classname' | 'reason'>,
  similar: readonly Similar[] = [],
): Letter {
  const facts: (readonly [Label, Words])[] = [
    ...paid.map((ending) => [{ learner: ending.place.learnerid }, moneyWords(ending)] as const),
    ...others.map((learner) => [{ learner }, say('calloffs.mail_place_ended')] as const),
  ];
  return {
    reader: 'account',
    about: [...new Set([...paid.map(({ place }) => place.learnerid), ...others])],
    ...(paid.length > 0 && { isPayer: true }),
    paragraphs: [...whyWords({ classname, reason }), ...similarWords(similar)],
    facts,
    button: { label: say('mails.open_my_classes'), href: '/student/class/enrolled' },
    notes: [say('enrolments.mail_ask_the_school')],
  };
}

/** Why a class is not held: what an admin wrote, or that too few have joined. */
export function whyWords({ classname, reason }: Pick<CalledOff, 'classname' | 'reason'>): Words[] {
  if (reason === TOO_FEW) return [say('reservations.mail_does_not_run', { class: classname })];
  return [
    say('calloffs.mail_called_off', { class: classname }),
    say('classes.mail_school_wrote'),
    quoted(reason),
  ];
}

/** Classes to look at instead. */
const similarWords = (similar: readonly Similar[]): Words[] =>
  similar.length === 0
    ? []
    : [
        say('reservations.mail_similar'),
        ...similar.map(({ _id, classname }) =>
          say('reservations.mail_similar_class', { class: classname, page: { path: `/classes/${_id}` } }),
        ),
      ];

/** What becomes of the money of a place. */
function moneyWords({ place, way, cents, kept, credited }: EndingPlace): Words {
  const { currency, amount, cardlast4 } = place;
  const sum = { cents, currency };
  const words: Value[] = [];
  if (way === 'uncharged') words.push(say('reservations.mail_not_charged'));
  else if (way === 'struck') words.push(say('calloffs.mail_struck', { sum }));
  else if (way === 'byhand') words.push(say('calloffs.mail_by_hand', { sum }));
  else if (way === 'card')
    words.push(
      cardlast4 === null
        ? say('calloffs.mail_to_card', { sum })
        : say('calloffs.mail_to_card_ending', { sum, digits: cardlast4 }),
    );
  else if (amount + place.restamount === 0) words.push(say('calloffs.mail_was_free'));
  else if (amount > 0 || credited === 0) words.push(say('calloffs.mail_nothing_back'));
  if (way !== 'nothing' && kept > 0)
    words.push(' ', say('calloffs.mail_kept', { sum: { cents: kept, currency } }));
  if (credited > 0)
    words.push(
      ...(words.length > 0 ? [' '] : []),
      say('invoices.mail_place_credited', { sum: { cents: credited, currency } }),
    );
  return words;
}

/** Tells those who wait that they do no more; each reads of those whom they look after. */
export async function notifyWaiting(
  tx: Db,
  learnerids: readonly string[],
  { classid, classname, reason, now }: CalledOff,
): Promise<void> {
  if (learnerids.length === 0) return;
  await insertMails(tx, whoLearns(learnerids), {
    kind: KIND,
    ref: `${classid}-waiting`,
    subject: subjectOf({ classname, reason }),
    letter: {
      reader: 'account',
      about: learnerids,
      paragraphs: [
        say('calloffs.mail_wait_is_over', { class: classname }),
        say('classes.mail_school_wrote'),
        quoted(reason),
      ],
      button: { label: say('calloffs.mail_other_classes'), href: '/classes' },
    },
    now,
  });
}

/** Tells the admins what they are to give back by hand. */
export async function notifyOwedBack(
  tx: Db,
  { cents, currency, places }: { cents: number; currency: string; places: number },
  { classid: ref, classname, now }: CalledOff,
): Promise<void> {
  if (places === 0) return;
  await insertMails(tx, admins(), {
    kind: 'payment-owed-back',
    ref,
    subject: say('calloffs.mail_owed_back', { class: classname }),
    letter: {
      reader: 'admin',
      paragraphs: [
        say('calloffs.mail_is_owed_back', {
          class: classname,
          sum: { cents, currency },
          count: places,
        }),
      ],
      button: { label: say('orders.mail_open_money_check'), href: '/admin/money' },
    },
    now,
  });
}
