import type { HandKind } from '#contract/payments/calls.ts';
import type { Db } from '#server/database/schema.ts';
import { findClassesById, whenFacts } from '#server/features/classes/index.ts';
import type { Letter, Words } from '#server/jobs/letter.ts';
import { accountOf, insertMails } from '#server/jobs/outbox.ts';
import { goesBackOf, type OrderRow } from './order-queries.ts';
import { areOwnOf, toPayer } from './to-payer.ts';

/* What the account that pays is told of money that comes and goes past the card service. */

const WAYS = { cash: 'in cash', transfer: 'by bank transfer' } as const;

/** What a mail about a new place says of the money, and the fact beside it; undefined where it came by card, or is free. */
export function enrolledByHand({
  paidby,
  amount: cents,
  currency,
}: OrderRow): { sentence: Words; fact: [string, Words] } | undefined {
  const sum = { cents, currency };
  if (paidby === 'card') return undefined;
  if (paidby === 'due')
    return {
      sentence: ['You pay ', sum, ' at the school; nothing is charged to a card.'],
      fact: ['To pay at the school', sum],
    };
  return {
    sentence: ['Thank you for paying ', sum, ` ${WAYS[paidby]}.`],
    fact: [`Paid ${WAYS[paidby]}`, sum],
  };
}

/** What a mail about a place that ended says of the money, where it came by hand or never came. */
export function endedByHandWords(order: OrderRow): Words[] {
  const { paidby, state, currency } = order;
  const sum = { cents: goesBackOf(order), currency };
  if (state === 'refund_due') return [['The school will refund you ', sum, '. Please ask at the office.']];
  return paidby === 'due' ? [['You no longer owe the school ', sum, ' for it.']] : [];
}

const receiptOf = ({ _id }: OrderRow) => ({ label: 'Open the receipt', href: `/student/receipt/${_id}` });

async function nameOfClass(tx: Db, { classid }: OrderRow): Promise<string> {
  const [paid] = classid === null ? [] : await findClassesById(tx, [classid]);
  return paid?.classname ?? 'a class';
}

/** Tells that what was owed was paid. */
export async function tellPaidByHand(tx: Db, order: OrderRow): Promise<void> {
  const { _id: ref, userid, updatedat: now } = order;
  const classname = await nameOfClass(tx, order);
  const paid = enrolledByHand(order);
  const areOwn = await areOwnOf(tx, [order]);
  const letter: Letter = {
    ...toPayer([order], { areOwn }),
    paragraphs: paid ? [paid.sentence, `${areOwn ? 'Your' : 'The'} place in ${classname} is paid.`] : [],
    facts: [['Class', classname], ...(await whenFacts(tx, order.classid, now)), ...(paid ? [paid.fact] : [])],
    button: receiptOf(order),
  };
  const subject = `Your payment for ${classname}`;
  await insertMails(tx, accountOf(userid), { kind: 'paid', ref, subject, letter, now });
}

/** Tells that money was given back. */
export async function tellGivenBack(
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
      ['The school has refunded you ', sum, ` ${WAYS[kind]} for ${classname}.`],
      'If you did not receive it, please tell the school.',
    ],
    facts: [
      ['Class', classname],
      ['Refunded', sum],
    ],
    button: receiptOf(order),
  };
  const subject = `Your refund for ${classname}`;
  await insertMails(tx, accountOf(userid), { kind: 'refunded', ref, subject, letter, now });
}
