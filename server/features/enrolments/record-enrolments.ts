import type { Db } from '#server/database/schema.ts';
import {
  type CancelTerms,
  cancelUntil,
  findSelf,
  type OrderRow,
  type Terms,
  transactionOf,
} from '#server/features/orders/index.ts';
import { markSelection } from '#server/features/selections/index.ts';
import { notifyOfEnrolment } from './letters/notify-of-enrolment.ts';
import { notifyEnrolled } from './letters/notify-payer.ts';
import { findFirstLessons, insertEnrolment } from './queries.ts';

export type OrderOfClass = OrderRow & { classid: string };

/**
 * When the first lesson of each class begins that counts for cancelling, and the learner that the payer is.
 */
type Known = { firsts: ReadonlyMap<string, number>; self: string | undefined };

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
  const [firsts, self] = await Promise.all([
    findFirstLessons(tx, classids, moment),
    findSelf(tx, orders[0]?.userid ?? null),
  ]);
  return { firsts, self };
}

/**
 * Writes down that the learners of these orders, which one payment paid or the office gave together to one
 * family, are enrolled; the seats are theirs already. No one is told where it `isQuiet`.
 */
export async function recordEnrolments(
  terms: CancelTerms & Pick<Terms, 'enrolmentPrice'>,
  tx: Db,
  orders: readonly (OrderOfClass & { classname: string })[],
  { firsts, self, isQuiet = false }: Known & { isQuiet?: boolean },
): Promise<void> {
  const moment = Math.max(...orders.map(({ updatedat }) => updatedat));
  const enrolled = orders.map((order) => ({
    ...order,
    canceluntil: cancelUntil(terms, { date: moment, firstlesson: firsts.get(order.classid) ?? null }),
    isOwn: order.learnerid === self,
  }));
  for (const order of enrolled) {
    const { _id, learnerid, classid, canceluntil, amount: price, currency, updatedat: date } = order;
    const paid = { transactionId: transactionOf(order), price, currency, date };
    const enrolment = { _id, classid, learnerid, canceluntil, movedat: null, ...paid };
    await insertEnrolment(tx, enrolment);
    await markSelection(tx, { learnerid, classid, enrolled: 1 });
    await notifyOfEnrolment(tx, 'enrolled', order, date);
  }
  if (!isQuiet) await notifyEnrolled(tx, enrolled, terms);
}
