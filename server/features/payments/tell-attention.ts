import { FORMER_STUDENT } from '#contract/former.ts';
import type { PaymentAttention } from '#contract/reconciliation.ts';
import type { Db } from '#server/database/schema.ts';
import { sumNote } from '#server/features/changes/index.ts';
import { findClassesById } from '#server/features/classes/index.ts';
import { findUser } from '#server/features/users/index.ts';
import type { Words } from '#server/jobs/letter.ts';
import { admins, insertMails } from '#server/jobs/outbox.ts';
import { logPayment } from './end-enrolment.ts';
import { sumMovements } from './ledger-queries.ts';
import type { OrderRow } from './order-queries.ts';

/** Notes in the school's log and tells every admin by mail that a payment wants looking at; once for the same thing. */
export async function tellAttention(
  tx: Db,
  order: OrderRow,
  { attention, cause, now }: { attention: PaymentAttention; cause: string; now: number },
) {
  const { _id, refundattempt, classid, userid, amount, currency } = order;
  const { returned } = await sumMovements(tx, _id);
  const cents = WHOLE.has(attention) ? amount : returned;
  await logPayment(tx, order, { actor: null, action: attention, note: sumNote(cents, currency), now });
  const [paid] = classid === null ? [] : await findClassesById(tx, [classid]);
  const payer = userid === null ? undefined : await findUser(tx, userid);
  const student = payer?.email ?? `a ${FORMER_STUDENT.toLowerCase()}`;
  const mail = mailOf(attention, {
    sum: { cents, currency },
    classname: paid?.classname ?? 'a class',
    student,
  });
  await insertMails(tx, admins(), {
    kind: `payment-${attention}`,
    // A refund may fail again after it was asked for again, and there may be another dispute.
    ref: [_id, returned, refundattempt || '', cause].join('-').replace(/-+$/, ''),
    subject: mail.subject,
    letter: {
      reader: 'admin',
      paragraphs: [mail.text],
      button: { label: 'Open the money check', href: '/admin/money' },
    },
    now,
  });
}

/** Where the sum is what was paid, not what went back. */
const WHOLE = new Set<PaymentAttention>(['disputed', 'refund-failed', 'owed-back']);

type Facts = { sum: Words; classname: string; student: string };

function mailOf(
  attention: PaymentAttention,
  { sum, classname, student }: Facts,
): { subject: string; text: Words } {
  const saying = (before: string, after: string): Words => [before, sum, after].flat();
  switch (attention) {
    case 'partly-refunded':
      return {
        subject: `Part of a payment for ${classname} was refunded`,
        text: saying(
          '',
          ` of the payment by ${student} for ${classname} was refunded at the card service. The student is still enrolled: decide whether they keep the place.`,
        ),
      };
    case 'refunded-outside':
      return {
        subject: `A payment for ${classname} was refunded at the card service`,
        text: saying(
          '',
          ` was refunded to ${student} at the card service, not on the school’s website. The enrolment in ${classname} has ended and the seat is free.`,
        ),
      };
    case 'disputed':
      return {
        subject: `A payment for ${classname} is disputed`,
        text: saying(
          'The payment of ',
          ` for ${classname} by ${student} is disputed at the bank. Answer the dispute at the card service, before its deadline. The student keeps the place until the bank has decided.`,
        ),
      };
    case 'dispute-lost':
      return {
        subject: `The dispute over a payment for ${classname} is lost`,
        text: saying(
          'The bank gave ',
          ` back to ${student}. The enrolment in ${classname} has ended and the seat is free.`,
        ),
      };
    case 'refund-failed':
      return {
        subject: `A refund for ${classname} did not arrive`,
        text: saying(
          '',
          ` for ${classname} could not be sent back to ${student}. Try it again, or send the money another way.`,
        ),
      };
    case 'owed-back':
      return {
        subject: `The school owes money back for ${classname}`,
        text: saying(
          '',
          ` that ${student} paid at the school for ${classname} is to be given back. Once that is done, say so in the money check.`,
        ),
      };
  }
}
