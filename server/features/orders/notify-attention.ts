import type { PaymentAttention } from '#contract/reconciliation/calls.ts';
import type { MessageId } from '#languages/t.ts';
import type { Db } from '#server/database/schema.ts';
import { sumNote } from '#server/features/changes/index.ts';
import { findClassesById } from '#server/features/classes/index.ts';
import { findUser } from '#server/features/users/index.ts';
import { say } from '#server/jobs/letter.ts';
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
  const student = payer?.email ?? say('orders.mail_former_student');
  const add = (amountOf: (one: Wanting) => number) => of.reduce((total, one) => total + amountOf(one), 0);
  const sum = { cents: add(sumOf), currency };
  const names = paid.map(({ classname }) => classname);
  const classes = names.length === 0 ? say('orders.mail_a_class') : listed(names);
  const id = others.length === 0 ? _id : checkoutid;
  await insertMails(tx, admins(), {
    kind: `payment-${attention}`,
    // A refund may fail again after it was asked for again, and there may be another dispute.
    ref: [id, add(({ returned }) => returned), refundattempt || '', cause].join('-').replace(/-+$/, ''),
    subject: say(SUBJECT[attention], { classes }),
    letter: {
      reader: 'admin',
      paragraphs: [say(SENTENCE[attention], { sum, student, classes })],
      button: { label: say('orders.mail_open_money_check'), href: '/admin/money' },
    },
    now,
  });
}

/** Where the sum is all that goes or might go back, not what went back. */
const WHOLE = new Set<PaymentAttention>(['disputed', 'owed-back']);

const SUBJECT = {
  'partly-refunded': 'orders.mail_partly_refunded',
  'refunded-outside': 'orders.mail_refunded_outside',
  disputed: 'orders.mail_disputed',
  'dispute-lost': 'orders.mail_dispute_lost',
  'refund-failed': 'orders.mail_refund_failed',
  'owed-back': 'orders.mail_owed_back',
} as const satisfies Record<PaymentAttention, MessageId>;

const SENTENCE = {
  'partly-refunded': 'orders.mail_partly_refunded_what',
  'refunded-outside': 'orders.mail_refunded_outside_what',
  disputed: 'orders.mail_disputed_what',
  'dispute-lost': 'orders.mail_dispute_lost_what',
  'refund-failed': 'orders.mail_refund_failed_what',
  'owed-back': 'orders.mail_owed_back_what',
} as const satisfies Record<PaymentAttention, MessageId>;
