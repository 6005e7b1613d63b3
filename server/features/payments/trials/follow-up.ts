import { sql } from 'kysely';
import { reasonOf } from '#server/database/rows/reasons.ts';
import type { Db, OrderState } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';
import {
  endEnrolmentIn,
  findTrialLesson,
  isHeld,
  notifyTrialMoved,
  notifyTrialOver,
} from '#server/features/enrolments/index.ts';
import {
  findOpenOrder,
  lockOrders,
  moveOrder,
  type OrderRow,
  type Payments,
  type Terms,
} from '#server/features/orders/index.ts';

const NOT_HELD = reasonOf('orders.lesson_not_offered');
const JOINED = reasonOf('orders.trial_joined');
const AT_ONCE = 50;

/** Written out, not bound: an index holds these alone. */
const BOOKED = sql.lit<OrderState>('enrolled');

/**
 * What follows a trial lesson: one that the school does not hold ends, and so does one of a learner who has a
 * place in the class before it, their money goes back; of one that is moved its family is told; and after the
 * lesson they are told once how to enrol. Safe to call concurrently: each is looked at with its order locked.
 * Gives how many were changed.
 */
export async function followUpTrials(payments: Payments): Promise<number> {
  const { db, now, changed } = payments;
  const { trialfee } = await payments.terms();
  const due = await findDue(db, now());
  let worked = 0;
  for (const found of due) {
    const isChanged = await transact(db, (tx) => followUp(payments, tx, found, { trialfee, now: now() }));
    if (isChanged) worked += 1;
  }
  if (worked > 0) {
    changed();
    payments.wake();
  }
  return worked;
}

/** Trials of which something is to be told: their lesson is over, moved, cancelled or gone. */
const findDue = (db: Db, now: number): Promise<OrderRow[]> =>
  db
    .selectFrom('orders')
    .leftJoin('lessons', 'lessons._id', 'orders.lessonid')
    .leftJoin('classes', 'classes._id', 'orders.classid')
    .selectAll('orders')
    .where('orders.trialat', 'is not', null)
    .where('orders.state', '=', BOOKED)
    .where((of) =>
      of.or([
        of('lessons._id', 'is', null),
        of('lessons.removedat', 'is not', null),
        of('lessons.state', '=', 'cancelled'),
        of('lessons.endsat', '<=', now),
        of('lessons.startsat', '<>', of.ref('orders.trialat').$notNull()),
        of('classes.deletedat', 'is not', null),
        of.exists(
          of
            .selectFrom('enrolments')
            .select('enrolments._id')
            .whereRef('enrolments.learnerid', '=', 'orders.learnerid')
            .whereRef('enrolments.classid', '=', 'orders.classid'),
        ),
      ]),
    )
    .orderBy('orders.trialat')
    .limit(AT_ONCE)
    .execute();

type Moment = Pick<Terms, 'trialfee'> & { now: number };

async function followUp(
  payments: Payments,
  tx: Db,
  found: OrderRow,
  { trialfee, now }: Moment,
): Promise<boolean> {
  const [order] = await lockOrders(tx, found);
  const { _id, lessonid, learnerid, classid, trialat, state } = order;
  if (state !== 'enrolled' || trialat === null || lessonid === null || classid === null) return false;
  const lesson = await findTrialLesson(tx, lessonid);
  // What was held is over, whatever becomes of its class later.
  const isOver = trialat <= now && (lesson ? lesson.state !== 'cancelled' && lesson.endsat <= now : false);
  if (!isOver && (!lesson || lesson.state === 'cancelled'))
    return (await endEnrolmentIn(payments, tx, order, { reason: NOT_HELD, now })) !== undefined;
  const place = await findOpenOrder(tx, { learnerid, classid });
  const hasPlace = place?.state === 'enrolled';
  if (lesson && hasPlace && lesson.startsat > now)
    return (await endEnrolmentIn(payments, tx, order, { reason: JOINED, now })) !== undefined;
  if (lesson && isOver) {
    if (!hasPlace && isHeld(lesson))
      await notifyTrialOver(tx, order, {
        lesson,
        off: trialfee === 'off' ? order.amount - order.goodwill : 0,
        now,
      });
    return (await moveOrder(tx, _id, ['enrolled'], { trialat: null, now })) !== undefined;
  }
  if (lesson && lesson.startsat !== trialat) {
    await notifyTrialMoved(tx, order, { lesson, now });
    return (await moveOrder(tx, _id, ['enrolled'], { trialat: lesson.startsat, now })) !== undefined;
  }
  return false;
}
