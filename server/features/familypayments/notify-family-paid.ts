import type { Db } from '#server/database/schema.ts';
import { begunFacts, type Plan } from '#server/features/parts/index.ts';
import { findUser } from '#server/features/users/index.ts';
import { plainName, say } from '#server/jobs/letter.ts';
import { accountOf, admins, insertMails } from '#server/jobs/outbox.ts';
import type { FamilyPaymentRow } from './queries.ts';

/** Confirms to an account that its card payment has come. */
export async function notifyFamilyPaid(
  tx: Db,
  { _id, userid, amount: cents, currency, begun }: FamilyPaymentRow & { begun: Plan['parts'] },
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
      isPayer: true,
      paragraphs: [
        say('invoices.mail_paid_by_card'),
        ...(begun.length > 0 ? [say('instalments.mail_begun')] : []),
      ],
      facts: [[say('invoices.mail_sum'), sum], ...begunFacts(begun, currency)],
      button: { label: say('statement.see'), href: '/account/money' },
    },
    now,
  });
}

/** Tells every admin that a card payment of invoices is disputed at the bank, once a dispute. */
export async function notifyFamilyDisputed(
  tx: Db,
  { userid, amount: cents, currency }: FamilyPaymentRow,
  { disputes, now }: { disputes: readonly { id: string }[]; now: number },
): Promise<void> {
  const payer = userid === null ? undefined : await findUser(tx, userid);
  const family = payer ? (payer.email ?? plainName(payer.name)) : say('orders.mail_former_student');
  const sum = { cents, currency };
  for (const { id } of disputes)
    await insertMails(tx, admins(), {
      kind: 'invoices-disputed',
      ref: id,
      subject: say('invoices.mail_disputed'),
      letter: {
        reader: 'admin',
        paragraphs: [say('invoices.mail_disputed_what', { sum, family })],
        button: { label: say('orders.mail_open_money_check'), href: '/admin/money' },
      },
      now,
    });
}
