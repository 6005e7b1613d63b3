import type { Db } from '#server/database/schema.ts';
import { say } from '#server/jobs/letter.ts';
import { accountOf, insertMails } from '#server/jobs/outbox.ts';
import type { InvoiceRow } from './queries.ts';

/** Mails an invoice or credit note to the account that pays, as a file; its balance is said when it is sent. */
export async function notifyOfInvoice(
  tx: Db,
  { _id, number, kind, userid, total, currency }: InvoiceRow,
  now: number,
): Promise<void> {
  if (userid === null) return;
  const isCredit = kind === 'credit';
  await insertMails(tx, accountOf(userid), {
    kind: isCredit ? 'credit-note' : 'invoice',
    ref: _id,
    subject: isCredit ? say('invoices.mail_credit', { number }) : say('invoices.mail_invoice', { number }),
    letter: {
      reader: 'account',
      paragraphs: [isCredit ? say('invoices.mail_credit_attached') : say('invoices.mail_attached')],
      facts: [[say('invoices.total'), { cents: total, currency }]],
      button: { label: say('statement.see'), href: '/account/money' },
      owed: { balance: userid },
      file: { invoice: _id },
    },
    now,
  });
}
