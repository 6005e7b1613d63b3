import { laterWords } from '#contract/messages/later-words.ts';
import type { Db } from '#server/database/schema.ts';
import { findWhen, whenFacts } from '#server/features/classes/index.ts';
import { findLater } from '#server/features/enrolments/find-later.ts';
import { findBalance } from '#server/features/ledger/index.ts';
import {
  amountOf,
  areOwnOf,
  endedByHandWords,
  enrolledByHand,
  isByHand,
  NO_CLASS,
  nameOfClass,
  type OrderRow,
  paymentIdOf,
  reasonOf,
  receiptButton,
  type Terms,
  toPayer,
} from '#server/features/orders/index.ts';
import type { Label, Letter, Words } from '#server/jobs/letter.ts';
import { accountOf, insertMails, whoLearns } from '#server/jobs/outbox.ts';

/*
 * What the account that pays is told by mail, in the transaction in which it happens: once for each payment
 * that enrols, for each order that is cancelled, and for each refund.
 */

/** The reason of an order that its student ended. */
export const STUDENT_CANCELLED = reasonOf('orders.student_cancelled');

/**
 * A place that one payment paid, with others or alone; `isOwn` where the payer takes the class themself.
 * Until `canceluntil` it can be cancelled.
 */
type Enrolled = OrderRow & { classname: string; isOwn: boolean; canceluntil: number };

/** Tells of the places that a payment paid for, by one mail. */
export async function notifyEnrolled(
  tx: Db,
  orders: readonly Enrolled[],
  terms: Pick<Terms, 'enrolmentPrice'>,
): Promise<void> {
  const [first] = orders;
  if (!first) return;
  const { userid, currency, updatedat: now } = first;
  const cents = amountOf(orders);
  const isFree = cents === 0;
  const byHand = enrolledByHand(first);
  const letter: Letter = {
    ...toPayer(orders, { areOwn: orders.every(({ isOwn }) => isOwn) }),
    paragraphs: [confirming(orders), ...(byHand ? [byHand.sentence] : [])],
    facts: [
      ...placesOf(orders),
      ...(await whensOf(tx, orders)),
      byHand?.fact ?? ['Paid', isFree ? 'Nothing' : { cents, currency }],
      ...(await laterFacts(tx, orders, terms)),
      ...cancelFacts(orders),
    ],
    button:
      orders.length === 1
        ? receiptButton(first)
        : { label: 'Open your classes', href: '/student/class/enrolled' },
    notes: [
      orders.length === 1
        ? ['All your classes: ', { path: '/student/class/enrolled' }]
        : 'Each place has a receipt of its own and can be cancelled without the others.',
    ],
  };
  const mail = { kind: 'enrolled', ref: paymentIdOf(first), subject: subjectOf(orders), letter, now };
  await insertMails(tx, accountOf(userid), mail);
  for (const order of orders) await notifyOthersEnrolled(tx, order);
}

/** Tells who else looks after a learner, of the place and not of the money. */
async function notifyOthersEnrolled(
  tx: Db,
  { _id: ref, userid, learnerid, classid, classname, updatedat: now }: Enrolled,
): Promise<void> {
  await insertMails(tx, whoLearns([learnerid], { except: userid }), {
    kind: 'place-confirmed',
    ref,
    subject: `A place in ${classname} is confirmed`,
    letter: {
      reader: 'account',
      about: [learnerid],
      paragraphs: [`A place in ${classname} is confirmed.`],
      facts: [['Class', classname], ...(await whenFacts(tx, classid, now))],
      button: MY_CLASSES,
    },
    now,
  });
}

/** Until when the places can be cancelled, each by itself where they differ. */
function cancelFacts(orders: readonly Enrolled[]): (readonly [Label, Words])[] {
  const isSame = new Set(orders.map(({ canceluntil }) => canceluntil)).size === 1;
  const told = orders.filter(({ canceluntil, updatedat }) => canceluntil > updatedat);
  const hasRefund = amountOf(orders) > 0 && told.every(({ paidby }) => paidby !== 'due');
  const isWhole = hasRefund && told.every(({ lessonsleft }) => lessonsleft === null);
  const what = isWhole ? 'for a full refund until' : 'until';
  return (isSame ? told.slice(0, 1) : told).map(({ classname, canceluntil }) => [
    isSame ? `Cancel ${what}` : `Cancel ${classname} ${what}`,
    { moment: canceluntil },
  ]);
}

const MY_CLASSES = { label: 'Open my classes', href: '/student/class/enrolled' };

const subjectOf = ([first, ...others]: readonly Enrolled[]) => {
  if (!first || others.length > 0) return `${others.length + 1} places are confirmed`;
  const { isOwn, classname } = first;
  return isOwn ? `You are enrolled in ${classname}` : `A place in ${classname} is confirmed`;
};

function confirming(orders: readonly Enrolled[]): string {
  const [first, ...others] = orders;
  if (!first || others.length > 0)
    return 'Thank you. Your payment has arrived, and all places are confirmed.';
  const { amount, isOwn, classname } = first;
  const place = `${isOwn ? 'your' : 'the'} place in ${classname}`;
  if (amount > 0 && !isByHand(first))
    return `Thank you. Your payment has arrived, and ${place} is confirmed.`;
  const confirmed = `${place.charAt(0).toUpperCase()}${place.slice(1)} is confirmed.`;
  return amount > 0 ? confirmed : `${confirmed} There is nothing to pay.`;
}

function placesOf(orders: readonly Enrolled[]): (readonly [Label, Words])[] {
  const [first, ...others] = orders;
  if (!first) return [];
  if (others.length > 0)
    return orders.map((order) => [order.isOwn ? 'You' : { learner: order.learnerid }, priced(order)]);
  return [['Class', first.classname]];
}

/** When and where each class is, once where several places are in one. */
async function whensOf(tx: Db, orders: readonly Enrolled[]): Promise<(readonly [Label, Words])[]> {
  const [first] = orders;
  if (!first) return [];
  const named = new Map(orders.map(({ classid, classname }) => [classid ?? '', classname]));
  const whens = await findWhen(tx, [...named.keys()], first.updatedat);
  return [...whens].map(([classid, when]) => [
    named.size === 1 ? 'When' : (named.get(classid) ?? ''),
    { when },
  ]);
}

/** What is paid to the school beside what was paid now, once for each class. */
async function laterFacts(
  tx: Db,
  orders: readonly Enrolled[],
  terms: Pick<Terms, 'enrolmentPrice'>,
): Promise<(readonly [Label, Words])[]> {
  const [first] = orders;
  if (!first) return [];
  const { currency, updatedat: now } = first;
  const named = new Map(orders.map(({ classid, classname }) => [classid, classname]));
  const later = await findLater(tx, terms, { orders, now });
  return [...later].map(([classid, { price: cents, ...due }]) => [
    named.size === 1 ? 'To pay later' : `To pay later for ${named.get(classid)}`,
    [{ cents, currency }, laterWords(due)],
  ]);
}

const priced = ({ classname, amount: cents, currency }: Enrolled): Words =>
  cents === 0 ? `${classname} (nothing to pay)` : [`${classname} (`, { cents, currency }, ')'];

/** What is still to go back of an order that owes it, in cents: a part may have gone back before. */
export const findOpen = async (tx: Db, order: OrderRow): Promise<number> =>
  order.state === 'refund_due' ? (await findBalance(tx, order)).open : 0;

/** Tells that an enrolment has ended, why, and what becomes of the money. */
export async function notifyCancelled(tx: Db, order: OrderRow, now: number): Promise<void> {
  const { _id: ref, userid, reason, currency, earned } = order;
  const classname = await nameOfClass(tx, order, NO_CLASS);
  const whens = await whenFacts(tx, order.classid, now, 'It met');
  const byFamily = reason === STUDENT_CANCELLED;
  const areOwn = await areOwnOf(tx, [order]);
  const open = await findOpen(tx, order);
  const goesBack: Words[] = isByHand(order)
    ? endedByHandWords(order)
    : open > 0
      ? [
          [{ cents: open, currency }, ' goes back to the card that you paid with.'],
          'You get another email as soon as it is on its way.',
        ]
      : [];
  const { place, sentence, note } = endedWords({ classname, byFamily, areOwn });
  const letter: Letter = {
    ...toPayer([order], { areOwn }),
    paragraphs: [
      sentence,
      ...(byFamily || reason === null ? [] : [reason]),
      ...goesBack,
      ...(earned > 0 ? [keptWords(order)] : []),
    ],
    facts: whens,
    button: receiptButton(order),
    notes: [note],
  };
  const subject = `${place} was cancelled`;
  await insertMails(tx, accountOf(userid), { kind: 'cancelled', ref, subject, letter, now });
  await insertMails(tx, whoLearns([order.learnerid], { except: userid }), {
    kind: 'place-ended',
    ref,
    subject: `A place in ${classname} has ended`,
    letter: {
      reader: 'account',
      about: [order.learnerid],
      paragraphs: [`A place in ${classname} has ended.`],
      facts: [['Class', classname], ...whens],
      notes: ['If you have questions, please ask the school.'],
    },
    now,
  });
}

/** What does not go back. */
const keptWords = ({ amount, earned: cents, currency }: OrderRow): Words =>
  cents === amount
    ? 'There is no refund: every lesson that you paid for has begun.'
    : [{ cents, currency }, ' stays with the school for the lessons that have begun.'];

type Ended = { classname: string; byFamily: boolean; areOwn: boolean };

function endedWords({ classname, byFamily, areOwn }: Ended) {
  const place = `${areOwn ? 'Your' : 'A'} place in ${classname}`;
  if (!byFamily)
    return {
      place,
      sentence: `${place} has ended.`,
      note: 'If you have questions, please ask the school.',
    };
  if (areOwn)
    return {
      place,
      sentence: `You cancelled your place in ${classname}.`,
      note: 'If this was not you, please tell the school.',
    };
  const note = 'If none of the child’s guardians did this, please tell the school.';
  return { place, sentence: `${place} was cancelled.`, note };
}
