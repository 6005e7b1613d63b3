import { t } from '#languages/t.ts';
import type { Caller } from '#server/auth/queries.ts';
import { reasonOf } from '#server/database/rows/reasons.ts';
import { findGuest } from '#server/features/catchups/index.ts';
import { endEnrolment, findTrialLesson, giveUpUntil } from '#server/features/enrolments/index.ts';
import { findLearner } from '#server/features/learners/index.ts';
import { findTrialOfLesson, type OrderRow, type Payments } from '#server/features/orders/index.ts';
import { expireOrder } from '#server/features/payments/settling/expire-order.ts';
import { refundOrder } from '#server/features/refunds/index.ts';
import { AppError, ensure } from '#server/http/errors.ts';

const GIVEN_UP = reasonOf('orders.trial_given_up');

type GivingUp = { caller: Caller; lessonid: string; learnerid: string };

/**
 * Gives a trial lesson back, and its money to the card; one that is not paid yet ends. Gives the order as it
 * is then, undefined where there is none. Where the card service does not answer, the workers finish the
 * refund. Throws `learner-not-found`, `lesson-begun` and `cancel-too-late`.
 */
export async function giveUpTrial(
  payments: Payments,
  { caller, lessonid, learnerid }: GivingUp,
): Promise<OrderRow | undefined> {
  const { db } = payments;
  await findLearner(db, caller, learnerid, 'enrol');
  const order = await findTrialOfLesson(db, { learnerid, lessonid });
  if (!order) return undefined;
  if (order.state !== 'enrolled') {
    if (order.userid !== caller._id) return undefined;
    const [ended] = await expireOrder(payments, order);
    if (ended?.state !== 'enrolled') return ended;
  }
  await ensureInTime(payments, { lessonid, learnerid });
  const owing = await endEnrolment(payments, order, { reason: GIVEN_UP });
  return refundOrder(payments, owing).catch((error) => {
    if (error instanceof AppError && error.code === 'provider-unavailable') return owing;
    throw error;
  });
}

async function ensureInTime(
  { db, now, terms }: Payments,
  { lessonid, learnerid }: { lessonid: string; learnerid: string },
): Promise<void> {
  const lesson = await findTrialLesson(db, lessonid);
  // A lesson that is not held any more is given back whenever that is.
  if (!lesson || lesson.state === 'cancelled') return;
  const movedat = (await findGuest(db, { lessonid, learnerid }))?.movedat ?? null;
  const moment = now();
  if (moment < giveUpUntil(await terms(), { ...lesson, movedat })) return;
  ensure(moment < lesson.startsat, 'lesson-begun');
  throw new AppError('cancel-too-late', { detail: () => t('errors.trial_too_late') });
}
