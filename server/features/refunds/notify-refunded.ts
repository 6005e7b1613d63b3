import type { Db } from '#server/database/schema.ts';
import { STUDENT_CANCELLED } from '#server/features/enrolments/index.ts';
import {
  areOwnOf,
  listed,
  NO_CLASS,
  nameOfClass,
  type OrderRow,
  receiptButton,
  toPayer,
} from '#server/features/orders/index.ts';
import type { Letter } from '#server/jobs/letter.ts';
import { accountOf, insertMails } from '#server/jobs/outbox.ts';
import type { CardRefund } from '#server/services/card-payments.ts';

/** Tells of money that goes back, all or a part, of one order or of several that were paid together. */
export async function notifyRefunded(
  tx: Db,
  orders: readonly OrderRow[],
  { id: ref, amount: cents }: Pick<CardRefund, 'id' | 'amount'>,
  now: number,
): Promise<void> {
  const [first] = orders;
  if (!first) return;
  const { userid, currency, cardlast4, reason } = first;
  const classname = listed(await Promise.all(orders.map((order) => nameOfClass(tx, order, NO_CLASS))));
  const isKept = orders.every(({ state }) => state === 'enrolled');
  const isOne = orders.length === 1;
  const areOwn = await areOwnOf(tx, orders);
  const letter: Letter = {
    ...toPayer(orders, { areOwn }),
    paragraphs: [
      [{ cents, currency }, ` is on its way back to you for ${classname}.`],
      isKept ? stillInWords({ isOne, areOwn }) : 'It may take your bank up to ten days to show it.',
    ],
    facts: [
      [isOne ? 'Class' : 'Classes', classname],
      ['Refund', { cents, currency }],
      ...(cardlast4 === null ? [] : [['Card', `ending in ${cardlast4}`] as const]),
      ...(isKept || reason === null || reason === STUDENT_CANCELLED ? [] : [['Reason', reason] as const]),
    ],
    ...(first.classid !== null && { button: receiptButton(first) }),
  };
  const subject = `Your refund for ${classname}`;
  await insertMails(tx, accountOf(userid), { kind: 'refunded', ref, subject, letter, now });
}

function stillInWords({ isOne, areOwn }: { isOne: boolean; areOwn: boolean }): string {
  if (areOwn) return isOne ? 'You keep your place in the class.' : 'You keep your places in the classes.';
  return isOne ? 'The place in the class is kept.' : 'The places in the classes are kept.';
}
