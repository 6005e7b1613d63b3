import { t } from '#languages/t.ts';
import type { Caller } from '#server/auth/queries.ts';
import { isUniqueViolation } from '#server/database/open.ts';
import { schoolDay } from '#server/database/rows/school-row.ts';
import type { Db } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';
import { countFree } from '#server/features/catchups/index.ts';
import { isUndecided } from '#server/features/classes/index.ts';
import {
  findTrialClash,
  findTrialLesson,
  holdPlace,
  isHeld,
  lockTrialLesson,
  recordTrial,
  type TrialLesson,
  takePlace,
} from '#server/features/enrolments/index.ts';
import { findLearner } from '#server/features/learners/index.ts';
import {
  findOpenOrder,
  findTrial,
  findTrialOfLesson,
  mayBePaid,
  moveOrder,
  type OrderRow,
  type Payments,
  type Terms,
} from '#server/features/orders/index.ts';
import { checkAdmission } from '#server/features/payments/check-admission.ts';
import { insertOrders, type Purchase } from '#server/features/payments/open-orders.ts';
import { payerFor } from '#server/features/payments/payer.ts';
import {
  endOrConfirm,
  findOpenClass,
  type PayablePayment,
  withIntent,
} from '#server/features/payments/start-payment.ts';
import { AppError, ensure } from '#server/http/errors.ts';
import { listed } from '#server/jobs/letter.ts';
import { priceOfTrial } from './price-of-trial.ts';

type Booking = {
  caller: Caller;
  learnerid: string;
  lessonid: string;
  /** What the payer was shown, in cents. */
  price?: number | undefined;
};

/** The order of a trial that is booked, or how to pay for one whose place is held. */
type Booked = { insertedId: string } | { payment: PayablePayment };

const TRIES = 3;

/**
 * Books a trial lesson, or holds its place while it is paid for; the same again gives the same. Of two who
 * want the last place one gets it: the lesson's class is locked. Throws what the call refuses.
 */
export async function bookTrial(payments: Payments, booking: Booking): Promise<Booked> {
  const { caller, learnerid, lessonid, price } = booking;
  const terms = await payments.terms();
  const { lesson, amount } = await findOffered(payments, payments.db, terms, lessonid);
  const { classid } = lesson;
  const payer = await payerOf(payments, { caller, learnerid, amount });
  ensure(price === undefined || price === amount, 'price-differs');
  for (let tries = 1; tries <= TRIES; tries++) {
    const known = await findTrial(payments.db, { learnerid, classid });
    const open = known && (await reuse(payments, known, { userid: caller._id, lessonid, amount }));
    if (open) return open;
    let order: OrderRow;
    try {
      ensure(!(await findOpenOrder(payments.db, { learnerid, classid })), 'already-enrolled');
      const wanted = await findOpenClass(payments.db, classid);
      await checkAdmission(payments, terms, [{ learnerid, wanted }]);
      // Most of a rush is told so by a plain read.
      ensure((await countFree(payments.db, lessonid)) > 0, 'no-place');
      order = await transact(payments.db, (tx) =>
        openTrial(payments, tx, { ...payer, terms, lesson, learnerid, amount, moment: payments.now() }),
      );
    } catch (error) {
      // A double click: the other call's order is this, too.
      const isTwice = isUniqueViolation(error) || (await isOpen(payments.db, { learnerid, lessonid }));
      if (!isTwice) throw error;
      continue;
    }
    payments.changed();
    if (order.state === 'enrolled') return { insertedId: order._id };
    return { payment: await withIntent(payments, [order]) };
  }
  throw new AppError('payment-expired');
}

/** Whether another call has booked the lesson meanwhile, or holds its place. */
const isOpen = async (db: Db, trial: { learnerid: string; lessonid: string }): Promise<boolean> =>
  (await findTrialOfLesson(db, trial)) !== undefined;

/**
 * A lesson that can be tried, and what that costs. Throws `lesson-not-found`, `class-closed`, `no-trial`,
 * `lesson-cancelled` and `lesson-begun`.
 */
async function findOffered(
  { now }: Pick<Payments, 'now'>,
  db: Db,
  terms: Terms,
  lessonid: string,
): Promise<{ lesson: TrialLesson; amount: number }> {
  const lesson = await findTrialLesson(db, lessonid);
  ensure(lesson, 'lesson-not-found');
  return { lesson, amount: ensureOffered(lesson, terms, now()) };
}

function ensureOffered(lesson: TrialLesson, terms: Terms, now: number): number {
  const { status, state, startsat, trialprice } = lesson;
  ensure(status === 'approved', 'class-closed');
  ensure(trialprice !== null, 'no-trial');
  if (isUndecided(lesson)) throw new AppError('no-trial', { detail: () => t('errors.no_trial_yet') });
  if (state === 'cancelled')
    throw new AppError('lesson-cancelled', { detail: () => t('errors.lesson_is_cancelled') });
  ensure(startsat > now, 'lesson-begun');
  return priceOfTrial(terms, trialprice);
}

/** The caller as the payer of it; of what costs nothing as who may enrol the learner. */
async function payerOf(
  payments: Payments,
  { caller, learnerid, amount }: Pick<Booking, 'caller' | 'learnerid'> & { amount: number },
): Promise<Pick<Purchase, 'userid' | 'checkAccess'>> {
  if (amount > 0) return payerFor(payments, caller, [{ learnerid }]);
  const checkAccess = async (on: Db) => {
    await findLearner(on, caller, learnerid, 'enrol');
  };
  await checkAccess(payments.db);
  return { userid: caller._id, checkAccess };
}

type Wanted = { userid: string; lessonid: string; amount: number };

/**
 * What a learner has of the class already, where it is what is asked for; whatever else is being paid for
 * ends, and gives undefined. Throws `trial-used` and `other-paying`.
 */
async function reuse(
  payments: Payments,
  known: OrderRow,
  { userid, lessonid, amount }: Wanted,
): Promise<Booked | undefined> {
  const isSame = known.lessonid === lessonid && known.amount === amount;
  if (known.state === 'enrolled') {
    ensure(known.lessonid === lessonid && known.userid === userid, 'trial-used');
    return { insertedId: known._id };
  }
  ensure(known.userid === userid, 'other-paying');
  const [order] = await endOrConfirm(payments, [known], { isSame });
  if (order?.state === 'enrolled') return reuse(payments, order, { userid, lessonid, amount });
  if (order && isSame && mayBePaid(order)) return { payment: await withIntent(payments, [order]) };
  return undefined;
}

type Opening = Pick<Purchase, 'userid' | 'checkAccess' | 'moment'> & {
  terms: Terms;
  lesson: TrialLesson;
  learnerid: string;
  amount: number;
};

/**
 * Inserts the order of a trial, which holds its place, and takes the place where there is nothing to pay; in
 * the caller's transaction.
 */
async function openTrial(
  payments: Payments,
  tx: Db,
  { terms, lesson: seen, learnerid, amount, ...payer }: Opening,
): Promise<OrderRow> {
  const { _id: lessonid, classid, startsat: trialat } = seen;
  const items = [{ learnerid, classid, lessonid, trialat, amount }];
  const [order] = await insertOrders(payments, tx, { ...payer, items, currency: terms.currency });
  const now = payments.now();
  const lesson = await lockTrialLesson(tx, { lessonid, learnerid });
  ensure(lesson, 'lesson-not-found');
  ensure(ensureOffered(lesson, terms, now) === amount, 'price-differs');
  const first = await findTrial(tx, { learnerid, classid });
  ensure(first?._id === order._id, 'trial-used');
  ensure(!(await findOpenOrder(tx, { learnerid, classid })), 'already-enrolled');
  await ensureTime(tx, order, lesson);
  const place = { ...order, classid };
  ensure(await holdPlace(payments, tx, place, now), 'no-place');
  if (amount > 0) return order;
  const change = { state: 'enrolled' as const, workat: null, paidat: now, receiptday: schoolDay(terms, now) };
  const booked = await moveOrder(tx, order._id, ['held'], { ...change, now });
  const classname = await takePlace(payments, tx, place, now);
  ensure(booked && classname !== undefined && isHeld(lesson), 'class-closed');
  await recordTrial(terms, tx, { ...booked, classid, classname });
  return booked;
}

/** Throws `learner-clash`, which names the other classes. */
async function ensureTime(tx: Db, order: OrderRow, { classname }: TrialLesson): Promise<void> {
  const others = await findTrialClash(tx, order);
  if (others.length === 0) return;
  throw new AppError('learner-clash', {
    detail: () => t('errors.learner_clash_with', { class: classname, classes: listed(others) }),
  });
}
