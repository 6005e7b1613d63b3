import type { Db } from '#server/database/schema.ts';
import { CALLED_OFF, STUDENT_CANCELLED } from '#server/features/enrolments/index.ts';
import {
  areOwnOf,
  listed,
  NO_CLASS,
  nameOfClass,
  type OrderRow,
  receiptButton,
  toPayer,
} from '#server/features/orders/index.ts';
import { type Letter, reasonSaid, say, type Words } from '#server/jobs/letter.ts';
import { accountOf, insertMails } from '#server/jobs/outbox.ts';
import type { CardRefund } from '#server/services/card-payments.ts';

/**
 * Tells of money that goes back, all or a part, of one order or of several that were paid together; not where
 * the mail about a class that was called off has said so.
 */
export async function notifyRefunded(
  tx: Db,
  orders: readonly OrderRow[],
  { id: ref, amount: cents }: Pick<CardRefund, 'id' | 'amount'>,
  now: number,
): Promise<void> {
  const [first] = orders;
  if (!first || orders.every(({ reason }) => reason === CALLED_OFF)) return;
  const { userid, currency, cardlast4, reason } = first;
  const classes = listed(await Promise.all(orders.map((order) => nameOfClass(tx, order, NO_CLASS))));
  const isKept = orders.every(({ state }) => state === 'enrolled');
  const isOne = orders.length === 1;
  const areOwn = await areOwnOf(tx, orders);
  const letter: Letter = {
    ...toPayer(orders, { areOwn }),
    paragraphs: [
      say('refunds.mail_on_its_way', { sum: { cents, currency }, classes }),
      isKept ? stillInWords({ isOne, areOwn }) : say('refunds.mail_ten_days'),
    ],
    facts: [
      [isOne ? say('mails.class') : say('refunds.mail_classes'), classes],
      [say('refunds.mail_refund'), { cents, currency }],
      ...(cardlast4 === null
        ? []
        : [[say('refunds.mail_card'), say('refunds.mail_card_ending', { digits: cardlast4 })] as const]),
      ...(isKept || reason === null || reason === STUDENT_CANCELLED
        ? []
        : [[say('refunds.mail_reason'), reasonSaid(reason)] as const]),
    ],
    ...(first.classid !== null && { button: receiptButton(first) }),
  };
  const subject = say('refunds.mail_your_refund', { classes });
  await insertMails(tx, accountOf(userid), { kind: 'refunded', ref, subject, letter, now });
}

function stillInWords({ isOne, areOwn }: { isOne: boolean; areOwn: boolean }): Words {
  if (areOwn) return say(isOne ? 'refunds.mail_you_keep_place' : 'refunds.mail_you_keep_places');
  return say(isOne ? 'refunds.mail_place_kept' : 'refunds.mail_places_kept');
}
