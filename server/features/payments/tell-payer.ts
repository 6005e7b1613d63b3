import type { Db } from '#server/database/schema.ts';
import { findClassesById } from '#server/features/classes/index.ts';
import type { Letter, Words } from '#server/jobs/letter.ts';
import { accountOf, insertMails } from '#server/jobs/outbox.ts';
import type { CardRefund } from '#server/services/card-payments.ts';
import type { OrderRow } from './order-queries.ts';
import { isByHand } from './paid-by-hand.ts';
import { endedByHandWords, enrolledByHand } from './tell-by-hand.ts';

/*
 * What the account that pays is told by mail, in the transaction in which it happens: once for each order that enrols or is cancelled, and for
 * each refund.
 */

/** The reason of an order that its student ended. */
export const STUDENT_CANCELLED = 'The student cancelled the enrolment.';

const receiptOf = ({ _id }: OrderRow) => ({ label: 'Open the receipt', href: `/student/receipt/${_id}` });

/** Tells of a place that is paid for; `canceluntil` is when the time for a full refund ends. */
export async function tellEnrolled(
  tx: Db,
  order: OrderRow,
  { classname, canceluntil }: { classname: string; canceluntil: number },
): Promise<void> {
  const { _id: ref, userid, amount: cents, currency, updatedat: now } = order;
  const isFree = cents === 0;
  const byHand = enrolledByHand(order);
  const letter: Letter = {
    reader: 'student',
    paragraphs: [
      isFree
        ? `Your place in ${classname} is confirmed. There is nothing to pay.`
        : byHand
          ? `Your place in ${classname} is confirmed.`
          : `Thank you. Your payment has arrived, and your place in ${classname} is confirmed.`,
      ...(byHand ? [byHand.sentence] : []),
    ],
    facts: [
      ['Class', classname],
      byHand?.fact ?? ['Paid', isFree ? 'Nothing' : { cents, currency }],
      ...(canceluntil > now
        ? [
            [
              isFree || order.paidby === 'due' ? 'Cancel until' : 'Cancel for a full refund until',
              { moment: canceluntil },
            ] as const,
          ]
        : []),
    ],
    button: receiptOf(order),
    notes: [['All your classes: ', { path: '/student/class/enrolled' }]],
  };
  const subject = `You are enrolled in ${classname}`;
  await insertMails(tx, accountOf(userid), { kind: 'enrolled', ref, subject, letter, now });
}

/** Tells that an enrolment has ended, why, and what becomes of the money. */
export async function tellCancelled(tx: Db, order: OrderRow, now: number): Promise<void> {
  const { _id: ref, userid, reason, amount: cents, currency } = order;
  const classname = await nameOfClass(tx, order);
  const isOwn = reason === STUDENT_CANCELLED;
  const goesBack: Words[] = isByHand(order)
    ? endedByHandWords(order)
    : order.state === 'refund_due'
      ? [
          [{ cents, currency }, ' goes back to the card that you paid with.'],
          'You get another email as soon as it is on its way.',
        ]
      : [];
  const letter: Letter = {
    reader: 'student',
    paragraphs: [
      isOwn ? `You cancelled your place in ${classname}.` : `Your place in ${classname} has ended.`,
      ...(isOwn || reason === null ? [] : [reason]),
      ...goesBack,
    ],
    button: receiptOf(order),
    notes: [
      isOwn
        ? 'If this was not you, please tell the school.'
        : 'If you have questions, please ask the school.',
    ],
  };
  const subject = `Your place in ${classname} was cancelled`;
  await insertMails(tx, accountOf(userid), { kind: 'cancelled', ref, subject, letter, now });
}

/** Tells of money that goes back, all or a part. */
export async function tellRefunded(
  tx: Db,
  order: OrderRow,
  { id: ref, amount: cents }: Pick<CardRefund, 'id' | 'amount'>,
  now: number,
): Promise<void> {
  const { userid, currency, cardlast4, classid, state, reason } = order;
  const classname = await nameOfClass(tx, order);
  const isKept = state === 'enrolled';
  const letter: Letter = {
    reader: 'student',
    paragraphs: [
      [{ cents, currency }, ` is on its way back to you for ${classname}.`],
      isKept ? 'You keep your place in the class.' : 'It may take your bank up to ten days to show it.',
    ],
    facts: [
      ['Class', classname],
      ['Refund', { cents, currency }],
      ...(cardlast4 === null ? [] : [['Card', `ending in ${cardlast4}`] as const]),
      ...(isKept || reason === null || reason === STUDENT_CANCELLED ? [] : [['Reason', reason] as const]),
    ],
    ...(classid !== null && { button: receiptOf(order) }),
  };
  const subject = `Your refund for ${classname}`;
  await insertMails(tx, accountOf(userid), { kind: 'refunded', ref, subject, letter, now });
}

async function nameOfClass(tx: Db, { classid }: OrderRow): Promise<string> {
  const [paid] = classid === null ? [] : await findClassesById(tx, [classid]);
  return paid?.classname ?? 'a payment that names no class';
}
