import type { ByHandPay } from '#contract/payments/calls.ts';
import type { Lessons } from '#contract/payments/part-of.ts';
import { isStrangers, lockUser } from '#server/auth/queries.ts';
import { isUniqueViolation } from '#server/database/open.ts';
import { reasonOf } from '#server/database/rows/reasons.ts';
import { schoolDay } from '#server/database/rows/school-row.ts';
import type { Db, Row } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';
import { type Actor, sumNote } from '#server/features/changes/index.ts';
import type { Priced } from '#server/features/classes/index.ts';
import { findForEnrolments, recordEnrolments } from '#server/features/enrolments/index.ts';
import { findPayer } from '#server/features/learners/index.ts';
import { insertMovement } from '#server/features/ledger/index.ts';
import { joinClass } from '#server/features/lessons/index.ts';
import {
  findOpenOrder,
  insertOrder,
  logPayment,
  moveOrder,
  type Payments,
  type Student,
  type Terms,
  transactionOf,
} from '#server/features/orders/index.ts';
import { checkAdmission } from '#server/features/payments/check-admission.ts';
import { priceClass } from '#server/features/payments/price-class.ts';
import { expireOrder } from '#server/features/payments/settling/expire-order.ts';
import { findOpenClass } from '#server/features/payments/start-payment.ts';
import { AppError, ensure } from '#server/http/errors.ts';

type ByHandInput = {
  classid: string;
  learnerid: string;
  pay: ByHandPay;
  /** What the admin was shown that it costs (cents); compared where it is named. */
  price?: number;
  /** Another sum than that (cents), and why. */
  amount?: number;
  reason?: string;
  /** Whether the admin enrols them whatever ages the class is for. */
  confirmage?: boolean;
  /** Whether they are enrolled although the learner has another lesson at the time. */
  confirmclash?: boolean;
  actor: Actor;
};

/** What a place was booked at (cents), or would be, and what set that. */
type Booked = {
  insertedId?: string;
  price: number;
  currency: string;
  lessons?: Lessons;
  fullprice?: number;
};

/**
 * Enrols a learner past the card service, by the same locks and rules as one who pays online: an order is
 * opened and settled at once. A payment for the place that is open online is ended first, unless the card
 * service says that it was paid. Gives the enrolment's id with what it was booked at. Throws
 * `learner-not-found`, `price-differs` where another price was shown than it has now, what stands in the way
 * of enrolling, and `changed-meanwhile` where the learner went to another account in this moment.
 */
export async function enrolByHand(
  payments: Payments,
  input: ByHandInput,
  { isDry = false }: { isDry?: boolean } = {},
): Promise<Booked> {
  const { db } = payments;
  const { learnerid, classid } = input;
  const userid = await findPayer(db, learnerid);
  ensure(userid, 'learner-not-found');
  await ensureMayBeGiven(db, userid);
  const wanted = await findOpenClass(db, classid);
  const terms = await payments.terms();
  const moment = payments.now();
  const priced = await priceClass(payments, terms, { wanted, moment });
  const { currency } = terms;
  const lessons = priced.lessons ?? undefined;
  if (isDry) return { price: priced.amount, currency, lessons, fullprice: priced.fullamount ?? undefined };
  ensure(input.price === undefined || input.price === priced.amount, 'price-differs');
  if (!input.confirmage) await checkAdmission(payments, terms, [{ learnerid, wanted }], 'office');
  const agreed = agreedSum(input, priced);
  await endOpenPayment(payments, input, wanted.availableseat);
  try {
    const orderid = await transact(db, (tx) =>
      enrolIn(payments, tx, { ...input, ...agreed, lessons: priced.lessons, userid, moment, terms }),
    );
    payments.changed();
    const { amount: price, fullamount } = agreed;
    return { insertedId: orderid, price, currency, lessons, fullprice: fullamount ?? undefined };
  } catch (error) {
    // Another order of the learner for the class came between: a double click, or a payment that began in
    // this moment.
    if (isUniqueViolation(error)) throw new AppError('already-enrolled');
    throw error;
  }
}

/** Before anything that the account has begun is ended. */
async function ensureMayBeGiven(db: Db, userid: string) {
  const payer = db.selectFrom('users').select(['uid', 'emailverified', 'leavesat']).where('_id', '=', userid);
  ensureTakes(await payer.executeTakeFirstOrThrow());
}

/** A place would go with an account that is being deleted, and its money would have to go back. */
function ensureTakes(payer: Pick<Row<'users'>, 'uid' | 'emailverified' | 'leavesat'>) {
  ensure(!isStrangers(payer), 'address-unproved');
  ensure(payer.leavesat === null, 'family-leaving');
}

type Agreed = Pick<Priced, 'amount' | 'fullamount'> & { amountreason: string | null };

const FREE = reasonOf('orders.free_place');

/** What is booked, and what it would be by the price where that is another sum. */
function agreedSum({ pay, amount: asked, reason }: ByHandInput, priced: Priced): Agreed {
  const amount = pay === 'free' ? 0 : (asked ?? priced.amount);
  if (amount === priced.amount) return { amount, fullamount: priced.fullamount, amountreason: null };
  return { amount, fullamount: priced.amount, amountreason: reason ?? FREE };
}

/**
 * Ends what the family has begun to pay online; not where the class is full, since the seat would go to who
 * waits.
 */
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

type Enrolling = ByHandInput &
  Pick<Student, 'userid'> &
  Pick<Priced, 'lessons'> &
  Agreed & { moment: number; terms: Terms };

async function enrolIn(payments: Payments, tx: Db, input: Enrolling): Promise<string> {
  const { userid, learnerid, classid, amount, lessons, pay, actor, terms, confirmclash = false } = input;
  const { seats, bindCurrency } = payments;
  const { currency } = terms;
  const now = payments.now();
  const payer = await lockUser(tx, userid);
  ensure(payer, 'learner-not-found');
  ensureTakes(payer);
  ensure((await findPayer(tx, learnerid)) === userid, 'changed-meanwhile');
  await bindCurrency(tx, currency);
  const { fullamount, amountreason } = input;
  const place = { userid, learnerid, classid, amount, fullamount, amountreason, lessons, currency };
  const opened = await insertOrder(tx, { ...place, holduntil: now, now: input.moment });
  const orderid = opened._id;
  ensure(await seats.hold(tx, { learnerid, classid, orderid, now }), 'class-full');
  await joinClass(tx, { learnerid, classid, confirmed: confirmclash, now });
  const enrolled = await moveOrder(tx, orderid, ['held'], {
    ...settlementOf(pay, amount, now),
    receiptday: schoolDay(terms, now),
    now,
  });
  const classname = await seats.enrol(tx, { classid, orderid, now });
  ensure(enrolled && classname !== undefined, 'class-closed');
  if (enrolled.paidby === 'cash')
    await insertMovement(tx, { orderid, kind: 'cash', ref: orderid, amount, seats: 1, createdat: now });
  const transactionId = transactionOf(enrolled);
  const recorded = [{ ...enrolled, classid, classname }];
  const known = await findForEnrolments(terms, tx, recorded, enrolled.updatedat);
  await recordEnrolments(terms, tx, recorded, { transactionId, ...known });
  const note = sumNote(amount, currency);
  const logged = { actor, note, before: amountreason, after: enrolled.paidby, now };
  await logPayment(tx, enrolled, { ...logged, action: 'enrolled-by-hand' });
  return orderid;
}

/** What an order is once it is settled by hand; a class that costs nothing is free whatever was said. */
function settlementOf(pay: ByHandPay, amount: number, now: number) {
  const enrolled = { state: 'enrolled' as const, workat: null };
  if (pay === 'free' || amount === 0) return { ...enrolled, paidat: now };
  return { ...enrolled, paidby: pay, paidat: pay === 'due' ? null : now };
}
