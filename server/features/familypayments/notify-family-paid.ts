import type { Db } from '#server/database/schema.ts';
import { say } from '#server/jobs/letter.ts';
import { accountOf, insertMails } from '#server/jobs/outbox.ts';
import type { FamilyPaymentRow } from './queries.ts';

/** Confirms to an account that its card payment has come. */
export async function notifyFamilyPaid(
  tx: Db,
  { _id, userid, amount: cents, currency }: FamilyPaymentRow,
  now: number,
): Promise<void> {
  if (userid === null) return;
  const sum = { cents, currency };
  await insertMails(tx, accountOf(userid), {
    kind: 'card-payment',
    ref: _id,
    subject: say('invoices.mail_paid', { sum }),
    letter: {
      reader: 'account',
      paragraphs: [say('invoices.mail_paid_by_card')],
      facts: [[say('invoices.mail_sum'), sum]],
      button: { label: say('statement.see'), href: '/account/money' },
    },
    now,
  });
}
