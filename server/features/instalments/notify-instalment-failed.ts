import type { PlainId } from '#languages/t.ts';
import { type InZone, schoolDay } from '#server/database/rows/school-row.ts';
import type { Db } from '#server/database/schema.ts';
import type { InstalmentRow } from '#server/features/parts/index.ts';
import { say } from '#server/jobs/letter.ts';
import { accountOf, insertMails } from '#server/jobs/outbox.ts';

type Failed = {
  part: Pick<InstalmentRow, '_id' | 'number' | 'attempts'>;
  userid: string;
  invoice: string;
  sum: { cents: number; currency: string };
  refusal: string;
  /** When the card is tried again; null where it is not. */
  again: number | null;
  school: InZone;
  now: number;
};

/** What a family can do about a refusal; any other was a card that was declined. */
const WHY: { readonly [code: string]: PlainId } = {
  'no-card': 'instalments.no_card',
  authentication_required: 'instalments.bank_asks',
  expired_card: 'instalments.card_expired',
};

/** Tells the account that owes an instalment that its card was not charged, with a link that pays it. */
export async function notifyInstalmentFailed(
  tx: Db,
  { part, userid, invoice, sum, refusal, again, school, now }: Failed,
): Promise<void> {
  await insertMails(tx, accountOf(userid), {
    kind: 'instalment-failed',
    ref: `${part._id}-${part.attempts}`,
    subject: say('instalments.mail_failed', { invoice }),
    letter: {
      reader: 'account',
      isPayer: true,
      paragraphs: [
        say(WHY[refusal] ?? 'instalments.declined'),
        again === null
          ? say('instalments.mail_no_more')
          : say('instalments.mail_again', { day: { day: schoolDay(school, again) } }),
      ],
      facts: [[say('instalments.nth', { number: part.number }), sum]],
      button: { label: say('instalments.pay_now'), href: `/account/money?pay=${part._id}` },
    },
    now,
  });
}
