import type { When } from '#contract/messages/when-words.ts';
import { reasonOf } from '#server/database/rows/reasons.ts';
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
  receiptButton,
  type Terms,
  toPayer,
} from '#server/features/orders/index.ts';
import { begunFacts } from '#server/features/parts/index.ts';
import { type Label, type Letter, reasonSaid, type Said, say, type Words } from '#server/jobs/letter.ts';
import { accountOf, insertMails, whoLearns } from '#server/jobs/outbox.ts';

/*
 * What the account that pays is told by mail, in the transaction in which it happens: once for each payment
 * that enrols, for each order that is cancelled, and for each refund.
 */

/** The reason of an order that its student ended. */
export const STUDENT_CANCELLED = reasonOf('orders.student_cancelled');
/** The reason of one whose class was called off. */
export const CALLED_OFF = reasonOf('orders.class_called_off');

/**
 * A place that one payment paid, with others or alone; `isOwn` where the payer takes the class themself.
 * Until `canceluntil` it can be cancelled.
 */
type Enrolled = OrderRow & {
  classname: string;
  isOwn: boolean;
  canceluntil: number;
  /** Until when learners join, where it is not decided whether the class runs. */
  decideby: string | undefined;
};

/** Instalments that are taken from the card later, in cents. */
export type Parts = readonly { day: string; amount: number }[];

/** Tells of the places that a payment paid for, or that the office gave together, by one mail. */
export async function notifyEnrolled(
  tx: Db,
  orders: readonly Enrolled[],
  { parts, ...terms }: Pick<Terms, 'enrolmentPrice'> & { parts: Parts },
): Promise<void> {
  const [first] = orders;
  if (!first) return;
  const { userid, currency, updatedat: now } = first;
  const cents = amountOf(orders);
  const paid = [
    say('enrolments.mail_paid'),
    cents === 0 ? say('enrolments.mail_nothing') : { cents, currency },
  ] as const;
  const byHand = byHandOf(orders);
  const whens = await findWhen(tx, [...new Set(orders.map(({ classid }) => classid ?? ''))], now);
  const letter: Letter = {
    ...toPayer(orders, { areOwn: orders.every(({ isOwn }) => isOwn) }),
    paragraphs: [
      confirming(orders),
      ...runningWords(orders),
      ...byHand.map(({ sentence }) => sentence),
      ...(parts.length > 0 ? [say('instalments.mail_begun')] : []),
    ],
    facts: [
      ...placesOf(orders),
      ...whensOf(orders, whens),
      ...(byHand.length > 0 ? byHand.map(({ fact }) => fact) : [paid]),
      ...begunFacts(parts, currency),
      ...(await laterFacts(tx, orders, terms)),
      ...cancelFacts(orders),
    ],
    button:
      orders.length === 1
        ? receiptButton(first)
        : { label: say('enrolments.mail_open_classes'), href: '/student/class/enrolled' },
    notes: [
      orders.length === 1
        ? say('enrolments.mail_all_classes', { page: { path: '/student/class/enrolled' } })
        : say('enrolments.mail_each_by_itself'),
    ],
  };
  const mail = { kind: 'enrolled', ref: paymentIdOf(first), subject: subjectOf(orders), letter, now };
  await insertMails(tx, accountOf(userid), mail);
  for (const order of orders) await notifyOthersEnrolled(tx, order, whens.get(order.classid ?? ''));
}

/** That the classes of reserved places run, or that it is not decided yet whether they do. */
function runningWords(orders: readonly Enrolled[]): Words[] {
  const reserved = orders.find(({ reservedat }) => reservedat !== null);
  if (reserved) return [say('reservations.mail_runs', { class: reserved.classname })];
  const undecided = orders.filter(({ decideby }) => decideby !== undefined);
  return [...new Map(undecided.map((order) => [order.classid, order])).values()].map(
    ({ classname, decideby = '' }) =>
      say('reservations.mail_undecided', { class: classname, day: { day: decideby } }),
  );
}

/** What is said of the money past the card service, each way of it with its sum. */
const byHandOf = (orders: readonly Enrolled[]) =>
  [...Map.groupBy(orders, ({ paidby }) => paidby).values()].flatMap((some) => {
    const [first] = some;
    return (first && enrolledByHand({ ...first, amount: amountOf(some) })) ?? [];
  });

/** Tells who else looks after a learner, of the place and not of the money. */
async function notifyOthersEnrolled(
  tx: Db,
  { _id: ref, userid, learnerid, classname, updatedat: now }: Enrolled,
  when: When | undefined,
): Promise<void> {
  await insertMails(tx, whoLearns([learnerid], { except: userid }), {
    kind: 'place-confirmed',
    ref,
    subject: say('enrolments.mail_place_confirmed', { class: classname }),
    letter: {
      reader: 'account',
      about: [learnerid],
      paragraphs: [say('enrolments.mail_place_is_confirmed', { class: classname })],
      facts: [[say('mails.class'), classname], ...(when ? [[say('mails.when'), { when }] as const] : [])],
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
  return (isSame ? told.slice(0, 1) : told).map(({ classname, canceluntil }) => [
    cancelLabel(isSame ? undefined : classname, isWhole),
    { moment: canceluntil },
  ]);
}

function cancelLabel(classname: string | undefined, isWhole: boolean): Label {
  if (classname === undefined)
    return isWhole ? say('enrolments.mail_cancel_for_refund_until') : say('enrolments.mail_cancel_until');
  return isWhole
    ? say('enrolments.mail_cancel_class_for_refund_until', { class: classname })
    : say('enrolments.mail_cancel_class_until', { class: classname });
}

const MY_CLASSES = { label: say('mails.open_my_classes'), href: '/student/class/enrolled' };

const subjectOf = ([first, ...others]: readonly Enrolled[]) => {
  if (!first || others.length > 0)
    return say('enrolments.mail_places_confirmed', { count: others.length + 1 });
  const { isOwn, classname } = first;
  return say(isOwn ? 'enrolments.mail_you_are_enrolled' : 'enrolments.mail_place_confirmed', {
    class: classname,
  });
};

function confirming(orders: readonly Enrolled[]): Words {
  const [first, ...others] = orders;
  if (!first || others.length > 0)
    return orders.some(({ intentid }) => intentid !== null)
      ? say('enrolments.mail_all_paid')
      : say('enrolments.mail_all_confirmed');
  const { amount, isOwn, classname } = first;
  const place = { class: classname };
  if (amount > 0 && !isByHand(first))
    return say(isOwn ? 'enrolments.mail_yours_paid' : 'enrolments.mail_the_place_paid', place);
  if (amount > 0)
    return say(isOwn ? 'enrolments.mail_yours_confirmed' : 'enrolments.mail_the_place_confirmed', place);
  return say(isOwn ? 'enrolments.mail_yours_free' : 'enrolments.mail_the_place_free', place);
}

function placesOf(orders: readonly Enrolled[]): (readonly [Label, Words])[] {
  const [first, ...others] = orders;
  if (!first) return [];
  if (others.length > 0)
    return orders.map((order) => [
      order.isOwn ? say('mails.you') : { learner: order.learnerid },
      priced(order),
    ]);
  return [[say('mails.class'), first.classname]];
}

/** When and where each class is, once where several places are in one. */
function whensOf(orders: readonly Enrolled[], whens: ReadonlyMap<string, When>): (readonly [Label, Words])[] {
  const named = new Map(orders.map(({ classid, classname }) => [classid ?? '', classname]));
  return [...whens].map(([classid, when]) => [
    named.size === 1 ? say('mails.when') : (named.get(classid) ?? ''),
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
    named.size === 1
      ? say('enrolments.mail_pay_later')
      : say('enrolments.mail_pay_later_for', { class: named.get(classid) ?? '' }),
    { later: due, cents, currency },
  ]);
}

const priced = ({ classname, amount: cents, currency }: Enrolled): Words =>
  cents === 0
    ? say('enrolments.mail_class_free', { class: classname })
    : say('enrolments.mail_class_for', { class: classname, sum: { cents, currency } });

/** What is still to go back of an order that owes it, in cents: a part may have gone back before. */
export const findOpen = async (tx: Db, order: OrderRow): Promise<number> =>
  order.state === 'refund_due' ? (await findBalance(tx, order)).open : 0;

/** Tells that an enrolment has ended, why, and what becomes of the money; `credited` of what was charged beside it, in cents. */
export async function notifyCancelled(
  tx: Db,
  order: OrderRow,
  { credited, now }: { credited: number; now: number },
): Promise<void> {
  const { _id: ref, userid, reason, currency, earned } = order;
  const classname = await nameOfClass(tx, order, NO_CLASS);
  const whens = await whenFacts(tx, order.classid, now, say('enrolments.mail_it_met'));
  const byFamily = reason === STUDENT_CANCELLED;
  const areOwn = await areOwnOf(tx, [order]);
  const open = await findOpen(tx, order);
  const goesBack: Words[] = isByHand(order)
    ? endedByHandWords(order)
    : open > 0
      ? [
          say('enrolments.mail_goes_back', { sum: { cents: open, currency } }),
          say('enrolments.mail_another_email'),
        ]
      : [];
  const { subject, sentence, note } = endedWords({ classname, byFamily, areOwn });
  const letter: Letter = {
    ...toPayer([order], { areOwn }),
    paragraphs: [
      sentence,
      ...(byFamily || reason === null ? [] : [reasonSaid(reason)]),
      ...goesBack,
      ...(earned > 0 ? [keptWords(order)] : []),
      ...(credited > 0 ? [say('invoices.mail_place_credited', { sum: { cents: credited, currency } })] : []),
    ],
    facts: whens,
    button: receiptButton(order),
    notes: [note],
  };
  await insertMails(tx, accountOf(userid), { kind: 'cancelled', ref, subject, letter, now });
  await insertMails(tx, whoLearns([order.learnerid], { except: userid }), {
    kind: 'place-ended',
    ref,
    subject: say('enrolments.mail_place_ended', { class: classname }),
    letter: {
      reader: 'account',
      about: [order.learnerid],
      paragraphs: [say('enrolments.mail_place_has_ended', { class: classname })],
      facts: [[say('mails.class'), classname], ...whens],
      notes: [say('enrolments.mail_ask_the_school')],
    },
    now,
  });
}

/** What does not go back. */
const keptWords = ({ amount, earned: cents, currency }: OrderRow): Words =>
  cents === amount
    ? say('enrolments.mail_no_refund')
    : say('enrolments.mail_stays_with_school', { sum: { cents, currency } });

type Ended = { classname: string | Said; byFamily: boolean; areOwn: boolean };

function endedWords({ classname, byFamily, areOwn }: Ended): Record<'subject' | 'sentence' | 'note', Said> {
  const place = { class: classname };
  const subject = say(areOwn ? 'enrolments.mail_yours_cancelled' : 'enrolments.mail_place_cancelled', place);
  if (!byFamily)
    return {
      subject,
      sentence: say(areOwn ? 'enrolments.mail_yours_has_ended' : 'enrolments.mail_place_has_ended', place),
      note: say('enrolments.mail_ask_the_school'),
    };
  if (areOwn)
    return {
      subject,
      sentence: say('enrolments.mail_you_cancelled', place),
      note: say('enrolments.mail_not_you'),
    };
  return {
    subject,
    sentence: say('enrolments.mail_place_was_cancelled', place),
    note: say('enrolments.mail_no_guardian'),
  };
}
