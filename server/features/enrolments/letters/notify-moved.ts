import type { Db } from '#server/database/schema.ts';
import { findClassesById, whenFacts } from '#server/features/classes/index.ts';
import type { OrderRow } from '#server/features/orders/index.ts';
import { type Letter, say } from '#server/jobs/letter.ts';
import { accountOf, insertMails, whoLearns } from '#server/jobs/outbox.ts';

type Move = {
  /** Who had the place. */
  from: string;
  /** Names this move. */
  ref: string;
  isOffice: boolean;
  now: number;
};

/**
 * Tells who paid, and who else looks after one of the two, that a place went from one learner to the other.
 * Each reads of those whom they look after.
 */
export async function notifyMoved(
  tx: Db,
  order: OrderRow,
  { from, ref, isOffice, now }: Move,
): Promise<void> {
  const { _id, userid, learnerid: to, classid } = order;
  const [found] = classid === null ? [] : await findClassesById(tx, [classid]);
  const classname = found?.classname ?? '';
  const told: Letter = {
    reader: 'account',
    about: [from, to],
    paragraphs: [
      isOffice
        ? say('enrolments.mail_school_moved', { class: classname })
        : say('enrolments.mail_was_moved', { class: classname }),
    ],
    facts: [
      [say('mails.class'), classname],
      [{ learner: from }, say('enrolments.mail_until_now')],
      [{ learner: to }, say('enrolments.mail_from_now_on')],
      ...(await whenFacts(tx, classid, now)),
    ],
    notes: [isOffice ? say('enrolments.mail_ask_the_school') : say('enrolments.mail_not_you')],
  };
  const mail = { kind: 'place-moved', ref, subject: say('enrolments.mail_moved', { class: classname }), now };
  await insertMails(tx, accountOf(userid), {
    ...mail,
    letter: {
      ...told,
      isPayer: true,
      paragraphs: [...told.paragraphs, say('enrolments.mail_paid_stays')],
      button: { label: say('mails.open_receipt'), href: `/student/receipt/${_id}` },
    },
  });
  await insertMails(tx, whoLearns([from, to], { except: userid }), { ...mail, letter: told });
}
