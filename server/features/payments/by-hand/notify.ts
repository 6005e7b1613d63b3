import type { HandKind } from '#contract/payments/calls.ts';
import type { Db } from '#server/database/schema.ts';
import { whenFacts } from '#server/features/classes/index.ts';
import {
  areOwnOf,
  enrolledByHand,
  goesBackOf,
  listed,
  nameOfClass,
  type OrderRow,
  receiptButton,
  toPayer,
} from '#server/features/orders/index.ts';
import { type Letter, say } from '#server/jobs/letter.ts';
import { accountOf, insertMails } from '#server/jobs/outbox.ts';

/* What the account that pays is told of money that comes and goes past the card service. */

/** Tells that what was owed was paid. */
export async function notifyPaidByHand(tx: Db, order: OrderRow): Promise<void> {
  const { _id: ref, userid, updatedat: now } = order;
  const classname = await nameOfClass(tx, order);
  const paid = enrolledByHand(order);
  const areOwn = await areOwnOf(tx, [order]);
  const letter: Letter = {
    ...toPayer([order], { areOwn }),
    paragraphs: paid
      ? [
          paid.sentence,
          say(areOwn ? 'payments.mail_yours_is_paid' : 'payments.mail_place_is_paid', { class: classname }),
        ]
      : [],
    facts: [
      [say('mails.class'), classname],
      ...(await whenFacts(tx, order.classid, now)),
      ...(paid ? [paid.fact] : []),
    ],
    button: receiptButton(order),
  };
  const subject = say('payments.mail_your_payment', { class: classname });
  await insertMails(tx, accountOf(userid), { kind: 'paid', ref, subject, letter, now });
}

/** Tells that money was given back. */
export async function notifyGivenBack(
  tx: Db,
  order: OrderRow,
  { kind, now }: { kind: HandKind; now: number },
): Promise<void> {
  const { _id: ref, userid, currency } = order;
  const classname = await nameOfClass(tx, order);
  const sum = { cents: goesBackOf(order), currency };
  const letter: Letter = {
    ...toPayer([order], { areOwn: await areOwnOf(tx, [order]) }),
    paragraphs: [
      say(kind === 'cash' ? 'payments.mail_refunded_cash' : 'payments.mail_refunded_transfer', {
        sum,
        class: classname,
      }),
      say('payments.mail_not_received'),
    ],
    facts: [
      [say('mails.class'), classname],
      [say('payments.mail_refunded'), sum],
    ],
    button: receiptButton(order),
  };
  const subject = say('refunds.mail_your_refund', { classes: classname });
  await insertMails(tx, accountOf(userid), { kind: 'refunded', ref, subject, letter, now });
}

type PaidAtSchool = {
  userid: string;
  ledgerid: string;
  kind: HandKind;
  sum: { cents: number; currency: string };
  /** The invoices of which it paid a part or all. */
  invoiceids: readonly string[];
  now: number;
};

/** Tells that what a family paid at the school has paid invoices, as the mail about a card payment does. */
export async function notifyInvoicesPaid(
  tx: Db,
  { userid, ledgerid, kind, sum, invoiceids, now }: PaidAtSchool,
): Promise<void> {
  if (invoiceids.length === 0) return;
  const invoices = await tx
    .selectFrom('invoices')
    .select('number')
    .where('_id', 'in', invoiceids)
    .orderBy('_id')
    .execute();
  await insertMails(tx, accountOf(userid), {
    kind: 'payment-by-hand',
    ref: ledgerid,
    subject: say('invoices.mail_paid', { sum }),
    letter: {
      reader: 'account',
      isPayer: true,
      paragraphs: [
        say(kind === 'cash' ? 'invoices.mail_paid_in_cash' : 'invoices.mail_paid_by_transfer'),
        say('invoices.mail_pays'),
      ],
      facts: [
        [say('invoices.mail_sum_received'), sum],
        [say('invoices.invoices'), listed(invoices.map(({ number }) => number))],
      ],
      button: { label: say('statement.see'), href: '/account/money' },
    },
    now,
  });
}
