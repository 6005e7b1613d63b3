import type { ByHandPay } from '#contract/payments.ts';
import { lockUser } from '#server/auth/queries.ts';
import { isUniqueViolation } from '#server/database/open.ts';
import type { Db } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';
import { type Actor, sumNote } from '#server/features/changes/index.ts';
import { joinClass } from '#server/features/lessons/index.ts';
import { AppError, ensure } from '#server/http/errors.ts';
import { findPayer } from './by-hand-queries.ts';
import { checkAdmission } from './check-admission.ts';
import { logPayment } from './end-enrolment.ts';
import { expireOrder } from './expire-order.ts';
import { insertMovement } from './ledger-queries.ts';
import { findOpenOrder, insertOrder, moveOrder } from './order-queries.ts';
import { transactionOf } from './paid-by-hand.ts';
import type { Payments, Student, Terms } from './payments.ts';
import { type Priced, priceClass } from './price-class.ts';
import { findForEnrolments, recordEnrolments } from './record-enrolments.ts';
import { findOpenClass } from './start-payment.ts';

type ByHandInput = {
  classid: string;
  learnerid: string;
  pay: ByHandPay;
  /** Whether the admin enrols them whatever ages the class is for. */
  confirmage?: boolean;
  /** Whether they are enrolled although the learner has another lesson at the time. */
  confirmclash?: boolean;
  actor: Actor;
};

/**
 * Enrols a learner past the card service, by the same locks and rules as one who pays online: an order is opened and settled at once. A
 * payment for the place that is open online is ended first, unless the card service says that it was paid. Gives the enrolment's id.
 * Throws `learner-not-found`, what stands in the way of enrolling, and `changed-meanwhile` where the learner went to another account
 * in this moment.
 */
export async function enrolByHand(payments: Payments, input: ByHandInput): Promise<string> {
  const { db } = payments;
  const { learnerid, classid } = input;
  const userid = await findPayer(db, learnerid);
  ensure(userid, 'learner-not-found');
  const wanted = await findOpenClass(db, classid);
  const terms = await payments.terms();
  if (!input.confirmage) await checkAdmission(payments, terms, [{ learnerid, wanted }], 'office');
  const moment = payments.now();
  const priced = await priceClass(payments, terms, { wanted, moment });
  const amount = input.pay === 'free' ? 0 : priced.amount;
  await endOpenPayment(payments, input, wanted.availableseat);
  try {
    const orderid = await transact(db, (tx) =>
      enrolIn(payments, tx, { ...input, ...priced, userid, amount, moment, terms }),
    );
    payments.changed();
    return orderid;
  } catch (error) {
    // Another order of the learner for the class came between: a double click, or a payment that began in this moment.
    if (isUniqueViolation(error)) throw new AppError('already-enrolled');
    throw error;
  }
}

/** Ends what the family has begun to pay online; not where the class is full, since the seat would go to who waits. */
async function endOpenPayment(payments: Payments, { learnerid, classid }: ByHandInput, free: number) {
  const { db, seats, now } = payments;
  const open = await findOpenOrder(db, { learnerid, classid });
  ensure(open?.state !== 'enrolled', 'already-enrolled');
  const isOffered = open
    ? (await seats.findDeadlines(db, [open._id])).size > 0
    : (await seats.findOffer(db, { learnerid, classid, now: now() })) !== undefined;
  ensure(free > 0 || isOffered, 'class-full');
  if (!open) return;
  const ended = await expireOrder(payments, open);
  const isEnrolled = ended.some(({ _id, state }) => _id === open._id && state === 'enrolled');
  ensure(!isEnrolled, 'already-enrolled');
}

type Enrolling = ByHandInput & Pick<Student, 'userid'> & Priced & { moment: number; terms: Terms };

async function enrolIn(payments: Payments, tx: Db, input: Enrolling): Promise<string> {
  const { userid, learnerid, classid, amount, lessons, pay, actor, terms, confirmclash = false } = input;
  const { seats, bindCurrency } = payments;
  const { currency } = terms;
  const now = payments.now();
  ensure(await lockUser(tx, userid), 'learner-not-found');
  ensure((await findPayer(tx, learnerid)) === userid, 'changed-meanwhile');
  await bindCurrency(tx, currency);
  const place = { userid, learnerid, classid, amount, lessons, currency };
  const opened = await insertOrder(tx, { ...place, holduntil: now, now: input.moment });
  const orderid = opened._id;
  ensure(await seats.hold(tx, { learnerid, classid, orderid, now }), 'class-full');
  await joinClass(tx, { learnerid, classid, confirmed: confirmclash, now });
  const enrolled = await moveOrder(tx, orderid, ['held'], { ...settlementOf(pay, amount, now), now });
  const classname = await seats.enrol(tx, { classid, orderid });
  ensure(enrolled && classname !== undefined, 'class-closed');
  if (enrolled.paidby === 'cash')
    await insertMovement(tx, { orderid, kind: 'cash', ref: orderid, amount, seats: 1, createdat: now });
  const transactionId = transactionOf(enrolled);
  const recorded = [{ ...enrolled, classid, classname }];
  const known = await findForEnrolments(terms, tx, recorded, enrolled.updatedat);
  await recordEnrolments(terms, tx, recorded, { transactionId, ...known });
  const note = sumNote(amount, currency);
  await logPayment(tx, enrolled, { actor, action: 'enrolled-by-hand', note, after: enrolled.paidby, now });
  return orderid;
}

/** What an order is once it is settled by hand; a class that costs nothing is free whatever was said. */
function settlementOf(pay: ByHandPay, amount: number, now: number) {
  const enrolled = { state: 'enrolled' as const, workat: null };
  if (pay === 'free' || amount === 0) return { ...enrolled, paidat: now };
  return { ...enrolled, paidby: pay, paidat: pay === 'due' ? null : now };
}
