import type { Db } from '#server/database/schema.ts';
import { findClassesById, whenFacts } from '#server/features/classes/index.ts';
import type { OrderRow } from '#server/features/orders/index.ts';
import type { Letter } from '#server/jobs/letter.ts';
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
        ? `The school has moved a place in ${classname} to another learner of the family.`
        : `A place in ${classname} was moved to another learner of the family.`,
    ],
    facts: [
      ['Class', classname],
      [{ learner: from }, 'until now'],
      [{ learner: to }, 'from now on'],
      ...(await whenFacts(tx, classid, now)),
    ],
    notes: [
      isOffice
        ? 'If you have questions, please ask the school.'
        : 'If this was not you, please tell the school.',
    ],
  };
  const mail = { kind: 'place-moved', ref, subject: `A place in ${classname} was moved`, now };
  await insertMails(tx, accountOf(userid), {
    ...mail,
    letter: {
      ...told,
      isPayer: true,
      paragraphs: [...told.paragraphs, 'What was paid stays as it is, and so does the time for cancelling.'],
      button: { label: 'Open the receipt', href: `/student/receipt/${_id}` },
    },
  });
  await insertMails(tx, whoLearns([from, to], { except: userid }), { ...mail, letter: told });
}
