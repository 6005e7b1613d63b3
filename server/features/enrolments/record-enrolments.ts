import { addDays } from '#contract/time/days.ts';
import { startOfDay } from '#server/database/rows/school-row.ts';
import type { Db } from '#server/database/schema.ts';
import { billFirstLessons } from '#server/features/billing/index.ts';
import { endGuestsOfClass, findGuest } from '#server/features/catchups/index.ts';
import {
  type CancelTerms,
  cancelUntil,
  findSelf,
  isTrial,
  moveOrder,
  type OrderRow,
  type Terms,
  transactionOf,
} from '#server/features/orders/index.ts';
import { markSelection } from '#server/features/selections/index.ts';
import { notifyOfEnrolment } from './letters/notify-of-enrolment.ts';
import { notifyEnrolled, type Parts } from './letters/notify-payer.ts';
import { findFirstLessons, findUndecided, insertEnrolment } from './queries.ts';
import { giveUpUntil } from './trials/give-up-until.ts';
import { notifyTrialBooked } from './trials/letters.ts';
import { findTrialLesson } from './trials/trial-lesson.ts';

export type OrderOfClass = OrderRow & { classid: string };

/**
 * When the first lesson of each class begins that counts for cancelling, and the learner that the payer is.
 */
type Known = {
  firsts: ReadonlyMap<string, number>;
  self: string | undefined;
  /** Until when learners join the classes of which it is not decided whether they run, as a day. */
  undecided: ReadonlyMap<string, string>;
};

/**
 * What is to be known of orders, which one payment paid or the office gave together, before it is written
 * down that their learners are enrolled.
 */
export async function findForEnrolments(
  { cancelFrom }: CancelTerms,
  tx: Db,
  orders: readonly OrderOfClass[],
  moment: number,
): Promise<Known> {
  const classids = cancelFrom === 'enrolling' ? [] : orders.map(({ classid }) => classid);
  const [firsts, undecided, self] = await Promise.all([
    findFirstLessons(tx, classids, moment),
    findUndecided(
      tx,
      orders.map(({ classid }) => classid),
    ),
    findSelf(tx, orders[0]?.userid ?? null),
  ]);
  return { firsts, undecided, self };
}

/** When it is decided whether a class runs; a place is given back freely until then. */
const decidedAt = (terms: Pick<Terms, 'timezone'>, decideby: string | undefined): number =>
  decideby === undefined ? 0 : startOfDay(terms, addDays(decideby, 1));

/** Writes down that a learner has a trial lesson; the place of a guest is theirs already. */
export async function recordTrial(
  { timezone }: Pick<Terms, 'timezone'>,
  tx: Db,
  order: OrderOfClass & { classname: string },
): Promise<void> {
  const { lessonid, learnerid } = order;
  const lesson = lessonid === null ? undefined : await findTrialLesson(tx, lessonid);
  if (!lesson) throw new Error(`The lesson of trial ${order._id} is not there.`);
  const movedat = (await findGuest(tx, { lessonid: lesson._id, learnerid }))?.movedat ?? null;
  await moveOrder(tx, order._id, [order.state], { trialat: lesson.startsat, now: order.updatedat });
  const until = giveUpUntil({ timezone }, { ...lesson, movedat });
  await notifyTrialBooked(tx, order, { lesson, until });
}

/**
 * Writes down that the learners of these orders, which one payment paid or the office gave together to one
 * family, are enrolled; the seats are theirs already. No one is told where it `isQuiet`, else of the instalments
 * that have begun with it, too.
 */
export async function recordEnrolments(
  terms: CancelTerms & Pick<Terms, 'enrolmentPrice' | 'timezone'>,
  tx: Db,
  all: readonly (OrderOfClass & { classname: string })[],
  { firsts, self, undecided, parts = [], isQuiet = false }: Known & { parts?: Parts; isQuiet?: boolean },
): Promise<void> {
  for (const trial of all.filter(isTrial)) await recordTrial(terms, tx, trial);
  const orders = all.filter((order) => !isTrial(order));
  if (orders.length === 0) return;
  const moment = Math.max(...orders.map(({ updatedat }) => updatedat));
  const enrolled = orders.map((order) => ({
    ...order,
    canceluntil: Math.max(
      cancelUntil(terms, { date: moment, firstlesson: firsts.get(order.classid) ?? null }),
      decidedAt(terms, undecided.get(order.classid)),
    ),
    decideby: undecided.get(order.classid),
    isOwn: order.learnerid === self,
  }));
  for (const order of enrolled) {
    const { _id, learnerid, classid, canceluntil, amount: price, currency, updatedat: date } = order;
    const paid = { transactionId: transactionOf(order), price, currency, date };
    const enrolment = { _id, classid, learnerid, canceluntil, movedat: null, ...paid };
    await insertEnrolment(tx, enrolment);
    // The class is locked with its seat.
    await endGuestsOfClass(tx, { learnerid, classid, from: date });
    await billFirstLessons(tx, order);
    await markSelection(tx, { learnerid, classid, enrolled: 1 });
    await notifyOfEnrolment(tx, 'enrolled', order, date);
  }
  if (!isQuiet) await notifyEnrolled(tx, enrolled, { ...terms, parts });
}
