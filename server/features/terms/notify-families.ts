import { classPath } from '#contract/classes/calls.ts';
import { newId } from '#server/database/ids.ts';
import type { Db } from '#server/database/schema.ts';
import { findWhen } from '#server/features/classes/index.ts';
import { findRecipients } from '#server/features/lessons/index.ts';
import { type Letter, say, type Words } from '#server/jobs/letter.ts';
import { insertMailsToEach } from '#server/jobs/outbox.ts';
import type { CopiedClass, RenewedPlace } from './renew-places.ts';

type Telling = {
  copies: readonly CopiedClass[];
  /** The places in them that are renewed; others may be taken. */
  renewed?: readonly RenewedPlace[];
  currency: string;
  term: string;
  /** When the classes open to all, and renewed places can no longer be given back; epoch milliseconds. */
  opensat: number;
  now: number;
};

type Recipient = Awaited<ReturnType<typeof findRecipients>>[number];
/** A place of the next term as one of its readers has it. */
type Place = Recipient & { copy: CopiedClass; renewed: RenewedPlace | undefined };

/**
 * Tells the students of classes, their payers and guardians, what becomes of their places in the next term:
 * one mail each.
 */
export async function notifyFamilies(tx: Db, { copies, renewed = [], ...telling }: Telling): Promise<void> {
  const copyOf = new Map(copies.map((copy) => [copy.copyof, copy]));
  const isRenewed = new Map(renewed.map((place) => [keyOf(place), place]));
  const recipients = await findRecipients(tx, [...copyOf.keys()]);
  const places = recipients.flatMap((recipient): Place[] => {
    const copy = copyOf.get(recipient.classid);
    if (!copy) return [];
    const { learnerid } = recipient;
    return [{ ...recipient, copy, renewed: isRenewed.get(keyOf({ classid: copy._id, learnerid })) }];
  });
  const whens = await findWhen(tx, [...new Set(renewed.map(({ classid }) => classid))], telling.now);
  const mails = [...Map.groupBy(places, ({ userid }) => userid)].map(([userid, own]) => ({
    userid,
    ...(own.some((place) => place.renewed) ? renewedMail(own, whens, telling) : offerMail(own, telling)),
  }));
  await insertMailsToEach(tx, mails, { kind: 'next-term', ref: newId(telling.now), now: telling.now });
}

const keyOf = ({ classid, learnerid }: Pick<RenewedPlace, 'classid' | 'learnerid'>) =>
  `${classid} ${learnerid}`;

type Told = Pick<Telling, 'term' | 'opensat' | 'currency'>;

/** Who reads it: a student of their own classes, or an account with learners. */
function readerOf(places: readonly Place[]) {
  const isAlone = places.every(({ self }) => self === 1);
  const reader = isAlone ? ('student' as const) : ('account' as const);
  const about = [...new Set(places.map(({ learnerid }) => learnerid))];
  return { isAlone, letter: { reader, ...(!isAlone && { about }) } };
}

const labelOf = ({ learnerid }: Place, isAlone: boolean) =>
  isAlone ? say('mails.class') : { learner: learnerid };

/** They may take the places first. */
function offerMail(places: readonly Place[], { term, opensat }: Told) {
  const { isAlone, letter: reader } = readerOf(places);
  const letter: Letter = {
    ...reader,
    paragraphs: [
      say(isAlone ? 'terms.mail_place_kept' : 'terms.mail_place_kept_for_family', {
        term,
        moment: { moment: opensat },
      }),
    ],
    facts: places.map((place) => [labelOf(place, isAlone), namedWith(place.copy)] as const),
    button: { label: say('terms.mail_look'), href: '/classes' },
  };
  return { subject: say('terms.mail_next_term', { term }), letter };
}

/** They have the places, and may give them back; what is owed is for the one who pays. */
function renewedMail(
  places: readonly Place[],
  whens: Awaited<ReturnType<typeof findWhen>>,
  { term, opensat, currency }: Told,
) {
  const { isAlone, letter: reader } = readerOf(places);
  const paid = places.flatMap(({ userid, renewed }) => (renewed?.userid === userid ? [renewed] : []));
  const cents = paid.reduce((sum, place) => sum + place.cents, 0);
  const when = places.flatMap(({ copy, renewed }) => {
    const meets = renewed && whens.get(copy._id);
    return meets ? [[copy.classname, { when: meets }] as const] : [];
  });
  const letter: Letter = {
    ...reader,
    ...(paid.length > 0 && { isPayer: true }),
    paragraphs: [
      say(isAlone ? 'terms.mail_renewed' : 'terms.mail_renewed_for_family', { term }),
      ...(paid.length > 0 ? [say('terms.mail_give_back', { moment: { moment: opensat } })] : []),
      ...(cents > 0 ? [say('terms.mail_renewed_owed', { sum: { cents, currency } })] : []),
    ],
    facts: [
      ...places.map((place) => [labelOf(place, isAlone), wordsOf(place, { opensat, currency })] as const),
      ...new Map(when.map((fact) => [fact[0], fact])).values(),
    ],
    button: { label: say('mails.open_my_classes'), href: '/student/class/enrolled' },
  };
  return { subject: say('terms.mail_renewed_subject', { term }), letter };
}

const namedWith = (copy: CopiedClass) =>
  say('terms.mail_class_at', { class: copy.classname, page: { path: classPath(copy) } });

function wordsOf({ userid, copy, renewed }: Place, { opensat, currency }: Omit<Told, 'term'>): Words {
  const named = { class: copy.classname, page: { path: classPath(copy) } };
  if (!renewed) return say('terms.mail_class_to_choose', { ...named, moment: { moment: opensat } });
  const { cents } = renewed;
  return renewed.userid === userid && cents > 0
    ? say('terms.mail_class_for', { ...named, sum: { cents, currency } })
    : namedWith(copy);
}
