import { FORMER_STUDENT } from '#contract/former.ts';
import type { PaymentAttention } from '#contract/reconciliation/calls.ts';
import type { Db } from '#server/database/schema.ts';
import { sumNote } from '#server/features/changes/index.ts';
import { findClassesById } from '#server/features/classes/index.ts';
import { findUser } from '#server/features/users/index.ts';
import type { Words } from '#server/jobs/letter.ts';
import { admins, insertMails } from '#server/jobs/outbox.ts';
import { logPayment } from './log-payment.ts';
import { goesBackOf, type OrderRow } from './queries.ts';
import { listed } from './to-payer.ts';

/** An order that wants looking at, and what went back of its money, in cents. */
type Wanting = { order: OrderRow; returned: number };

/**
 * Notes in the school's log and tells every admin by mail that a payment wants looking at; once for the same
 * thing, whichever of the orders that it paid it concerns.
 */
export async function notifyAttention(
  tx: Db,
  of: readonly Wanting[],
  { attention, cause, now }: { attention: PaymentAttention; cause: string; now: number },
) {
  const [first, ...others] = of;
  if (!first) return;
  const sumOf = ({ order, returned }: Wanting) => {
    if (attention === 'refund-failed') return goesBackOf(order) - returned;
    return WHOLE.has(attention) ? goesBackOf(order) : returned;
  };
  const { _id, checkoutid, refundattempt, userid, currency } = first.order;
  for (const one of of)
    await logPayment(tx, one.order, {
      actor: null,
      action: attention,
      note: sumNote(sumOf(one), currency),
      now,
    });
  const paid = await findClassesById(tx, [...new Set(of.flatMap(({ order }) => order.classid ?? []))]);
  const payer = userid === null ? undefined : await findUser(tx, userid);
  const student = payer?.email ?? `a ${FORMER_STUDENT.toLowerCase()}`;
  const add = (amountOf: (one: Wanting) => number) => of.reduce((total, one) => total + amountOf(one), 0);
  const mail = mailOf(attention, {
    sum: { cents: add(sumOf), currency },
    classname: listed(paid.map(({ classname }) => classname)) || 'a class',
    student,
  });
  const id = others.length === 0 ? _id : checkoutid;
  await insertMails(tx, admins(), {
    kind: `payment-${attention}`,
    // A refund may fail again after it was asked for again, and there may be another dispute.
    ref: [id, add(({ returned }) => returned), refundattempt || '', cause].join('-').replace(/-+$/, ''),
    subject: mail.subject,
    letter: {
      reader: 'admin',
      paragraphs: [mail.text],
      button: { label: 'Open the money check', href: '/admin/money' },
    },
    now,
  });
}

/** Where the sum is all that goes or might go back, not what went back. */
const WHOLE = new Set<PaymentAttention>(['disputed', 'owed-back']);

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
          ` was refunded to ${student} at the card service, not on the school’s website. The place in ${classname} has ended and is free again.`,
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
          ` back to ${student}. The place in ${classname} has ended and is free again.`,
        ),
      };
    case 'refund-failed':
      return {
        subject: `A refund for ${classname} did not arrive`,
        text: saying(
          '',
          ` for ${classname} could not be refunded to ${student}. Try it again, or send the money another way.`,
        ),
      };
    case 'owed-back':
      return {
        subject: `The school owes money back for ${classname}`,
        text: saying(
          '',
          ` that ${student} paid at the school for ${classname} is to be refunded. Once that is done, mark it as refunded on the family’s page.`,
        ),
      };
  }
}
