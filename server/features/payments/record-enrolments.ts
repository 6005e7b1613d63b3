import type { Db } from '#server/database/schema.ts';
import { markSelection } from '#server/features/selections/index.ts';
import { findFirstLessons, insertEnrolment } from './enrolment-queries.ts';
import type { OrderRow } from './order-queries.ts';
import { type CancelTerms, cancelUntil } from './payments.ts';
import { tellOfEnrolment } from './tell-of-enrolment.ts';
import { tellEnrolled } from './tell-payer.ts';

export type OrderOfClass = OrderRow & { classid: string };

/** Writes down that the learners of these orders, which one payment paid, are enrolled; the seats are theirs already. */
export async function recordEnrolments(
  terms: CancelTerms,
  tx: Db,
  orders: readonly (OrderOfClass & { classname: string })[],
  { transactionId }: { transactionId: string },
): Promise<void> {
  const moment = Math.max(...orders.map(({ updatedat }) => updatedat));
  const classids = orders.map(({ classid }) => classid);
  const firsts = await findFirstLessons(tx, terms.cancelFrom === 'enrolling' ? [] : classids, moment);
  const enrolled = await Promise.all(
    orders.map(async (order) => {
      const { _id, learnerid, classid, amount: price, currency, updatedat: date } = order;
      const canceluntil = cancelUntil(terms, { date: moment, firstlesson: firsts.get(classid) ?? null });
      const enrolment = { _id, classid, learnerid, canceluntil, transactionId, price, currency, date };
      return { ...order, canceluntil, isOwn: (await insertEnrolment(tx, enrolment)) === order.userid };
    }),
  );
  // Asked at once, they are sent at once.
  await Promise.all([
    ...enrolled.map(({ learnerid, classid }) => markSelection(tx, { learnerid, classid, enrolled: 1 })),
    ...enrolled.map((order) => tellOfEnrolment(tx, 'enrolled', order, order.updatedat)),
    tellEnrolled(tx, enrolled),
  ]);
}
