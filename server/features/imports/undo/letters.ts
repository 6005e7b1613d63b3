import type { Db } from '#server/database/schema.ts';
import { findLookers } from '#server/features/calloffs/index.ts';
import { type Letter, say, type Words } from '#server/jobs/letter.ts';
import { insertMailsToEach } from '#server/jobs/outbox.ts';
import { findLastMails, type GivenPlace } from './given-places.ts';

type Ended = GivenPlace;
/** What an account is told of: places that it was to pay for, and places of learners of others' money. */
type Told = { paid: Ended[]; others: Ended[] };

/**
 * Tells who pays for places that ended, and who else looks after their learners, by one mail each, provided
 * that the school has written to them since: who never heard of a place is not told that it ended.
 */
export async function notifyOfEnded(
  tx: Db,
  ended: readonly Ended[],
  { importid: ref, now }: { importid: string; now: number },
): Promise<void> {
  if (ended.length === 0) return;
  const told = await findTold(tx, ended);
  const lastMails = await findLastMails(tx, [...told.keys()]);
  const mails = [...told].flatMap(([userid, one]) => {
    const places = [...one.paid, ...one.others];
    const since = Math.min(...places.map(({ date }) => date));
    if ((lastMails.get(userid) ?? 0) <= since) return [];
    return { userid, subject: subjectOf(places), letter: letterOf(one) };
  });
  await insertMailsToEach(tx, mails, { kind: 'places-withdrawn', ref, now });
}

/** By account. */
async function findTold(tx: Db, ended: readonly Ended[]): Promise<ReadonlyMap<string, Told>> {
  const told = new Map<string, Told>();
  const toldOf = (userid: string) => {
    const known = told.get(userid) ?? { paid: [], others: [] };
    told.set(userid, known);
    return known;
  };
  const places = Map.groupBy(ended, ({ learnerid }) => learnerid);
  for (const place of ended) if (place.userid !== null) toldOf(place.userid).paid.push(place);
  for (const { learnerid, userid } of await findLookers(tx, [...places.keys()]))
    for (const place of places.get(learnerid) ?? [])
      if (place.userid !== userid) toldOf(userid).others.push(place);
  return told;
}

const subjectOf = ([first, ...others]: readonly Ended[]) =>
  first && others.length === 0
    ? say('enrolments.mail_place_cancelled', { class: first.classname })
    : say('imports.mail_places_cancelled', { count: others.length + 1 });

function letterOf({ paid, others }: Told): Letter {
  const places = [...paid, ...others];
  return {
    reader: 'account',
    about: [...new Set(places.map(({ learnerid }) => learnerid))],
    ...(paid.length > 0 && { isPayer: true }),
    paragraphs: [say('imports.mail_list_withdrawn', { count: places.length })],
    facts: [
      ...paid.map((place) => [{ learner: place.learnerid }, moneyWords(place)] as const),
      ...others.map((place) => [{ learner: place.learnerid }, endedWords(place)] as const),
    ],
    notes: [say('enrolments.mail_ask_the_school')],
  };
}

const endedWords = ({ classname }: Ended): Words =>
  say('enrolments.mail_place_has_ended', { class: classname });

const moneyWords = (place: Ended): Words =>
  place.amount === 0
    ? endedWords(place)
    : [
        say('enrolments.mail_place_has_ended', { class: place.classname }),
        ' ',
        say('calloffs.mail_struck', { sum: { cents: place.amount, currency: place.currency } }),
      ];
