import type { HandKind } from '#contract/payments/calls.ts';
import type { Db } from '#server/database/schema.ts';
import { whenFacts } from '#server/features/classes/index.ts';
import {
  areOwnOf,
  enrolledByHand,
  goesBackOf,
  HAND_WAYS,
  nameOfClass,
  type OrderRow,
  receiptButton,
  toPayer,
} from '#server/features/orders/index.ts';
import type { Letter } from '#server/jobs/letter.ts';
import { accountOf, insertMails } from '#server/jobs/outbox.ts';

/* What the account that pays is told of money that comes and goes past the card service. */

/** Tells that what was owed was paid. */
export async function notifyPaidByHand(tx: Db, order: OrderRow): Promise<void> {
  const { _id: ref, userid, updatedat: now } = order;
  const classname = await nameOfClass(tx, order, 'a class');
  const paid = enrolledByHand(order);
  const areOwn = await areOwnOf(tx, [order]);
  const letter: Letter = {
    ...toPayer([order], { areOwn }),
    paragraphs: paid ? [paid.sentence, `${areOwn ? 'Your' : 'The'} place in ${classname} is paid.`] : [],
    facts: [['Class', classname], ...(await whenFacts(tx, order.classid, now)), ...(paid ? [paid.fact] : [])],
    button: receiptButton(order),
  };
  const subject = `Your payment for ${classname}`;
  await insertMails(tx, accountOf(userid), { kind: 'paid', ref, subject, letter, now });
}

/** Tells that money was given back. */
export async function notifyGivenBack(
  tx: Db,
  order: OrderRow,
  { kind, now }: { kind: HandKind; now: number },
): Promise<void> {
  const { _id: ref, userid, currency } = order;
  const classname = await nameOfClass(tx, order, 'a class');
  const sum = { cents: goesBackOf(order), currency };
  const letter: Letter = {
    ...toPayer([order], { areOwn: await areOwnOf(tx, [order]) }),
    paragraphs: [
      ['The school has refunded you ', sum, ` ${HAND_WAYS[kind]} for ${classname}.`],
      'If you did not receive it, please tell the school.',
    ],
    facts: [
      ['Class', classname],
      ['Refunded', sum],
    ],
    button: receiptButton(order),
  };
  const subject = `Your refund for ${classname}`;
  await insertMails(tx, accountOf(userid), { kind: 'refunded', ref, subject, letter, now });
}
