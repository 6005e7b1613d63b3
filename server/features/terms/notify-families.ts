import { classPath } from '#contract/classes/calls.ts';
import { newId } from '#server/database/ids.ts';
import type { Db } from '#server/database/schema.ts';
import { findRecipients } from '#server/features/lessons/index.ts';
import { type Letter, say } from '#server/jobs/letter.ts';
import { insertMailsToEach } from '#server/jobs/outbox.ts';

/** A class of the next term, and the one that it was copied from. */
type CopiedClass = { _id: string; copyof: string; classname: string };

type Telling = {
  copies: readonly CopiedClass[];
  term: string;
  /** When the classes open to all; epoch milliseconds, as `now`. */
  opensat: number;
  now: number;
};

/**
 * Tells the students of classes, their payers and guardians, of the place that is kept in the next term: one
 * mail each.
 */
export async function notifyFamilies(tx: Db, { copies, term, opensat, now }: Telling): Promise<void> {
  const copyOf = new Map(copies.map((copy) => [copy.copyof, copy]));
  const recipients = await findRecipients(tx, [...copyOf.keys()]);
  const mails = [...Map.groupBy(recipients, ({ userid }) => userid)].map(([userid, places]) => {
    const isAlone = places.every(({ self }) => self === 1);
    const learners = [...new Set(places.map(({ learnerid }) => learnerid))];
    const facts = places.flatMap(({ classid, learnerid }) => {
      const copy = copyOf.get(classid);
      return copy
        ? [
            [
              isAlone ? say('mails.class') : { learner: learnerid },
              say('terms.mail_class_at', { class: copy.classname, page: { path: classPath(copy) } }),
            ] as const,
          ]
        : [];
    });
    const letter: Letter = {
      reader: isAlone ? 'student' : 'account',
      ...(!isAlone && { about: learners }),
      paragraphs: [
        say(isAlone ? 'terms.mail_place_kept' : 'terms.mail_place_kept_for_family', {
          term,
          moment: { moment: opensat },
        }),
      ],
      facts,
      button: { label: say('terms.mail_look'), href: '/classes' },
    };
    return { userid, subject: say('terms.mail_next_term', { term }), letter };
  });
  await insertMailsToEach(tx, mails, { kind: 'next-term', ref: newId(now), now });
}
