import type { HandKind } from '#contract/payments/calls.ts';
import type { Db } from '#server/database/schema.ts';
import { say } from '#server/jobs/letter.ts';
import { accountOf, insertMails } from '#server/jobs/outbox.ts';
import type { FamilyRefund } from './queries.ts';

type Given = { sum: { cents: number; currency: string }; way: HandKind | 'card'; now: number };

const PARAGRAPHS = {
  card: 'refunds.mail_credit_to_card',
  cash: 'refunds.mail_credit_in_cash',
  transfer: 'refunds.mail_credit_by_transfer',
} as const;

/** Tells an account what it gets back of its credit, by each way by itself. */
export async function notifyCreditRefunded(
  tx: Db,
  { _id, userid, cardlast4 }: FamilyRefund,
  { sum, way, now }: Given,
): Promise<void> {
  if (userid === null) return;
  await insertMails(tx, accountOf(userid), {
    kind: 'refunded',
    ref: `${_id}.${way === 'card' ? 'card' : 'hand'}`,
    subject: say('refunds.mail_your_credit'),
    letter: {
      reader: 'account',
      isPayer: true,
      paragraphs: [
        say(PARAGRAPHS[way], { sum }),
        say(way === 'card' ? 'refunds.mail_ten_days' : 'payments.mail_not_received'),
      ],
      facts: [
        [say('refunds.mail_refund'), sum],
        ...(way === 'card' && cardlast4 !== null
          ? [[say('refunds.mail_card'), say('refunds.mail_card_ending', { digits: cardlast4 })] as const]
          : []),
      ],
      button: { label: say('statement.see'), href: '/account/money' },
    },
    now,
  });
}
