import type { ByHandPay } from '#contract/payments/calls.ts';
import { t } from '#languages/t.ts';
import { lockUser } from '#server/auth/queries.ts';
import { schoolDay } from '#server/database/rows/school-row.ts';
import type { Db } from '#server/database/schema.ts';
import { LostRace } from '#server/database/transact.ts';
import { type Actor, sumNote } from '#server/features/changes/index.ts';
import { findForEnrolments, recordEnrolments } from '#server/features/enrolments/index.ts';
import { findPayer } from '#server/features/learners/index.ts';
import { insertMovement, notifyOfPayment } from '#server/features/ledger/index.ts';
import { joinClass, lockTimetable } from '#server/features/lessons/index.ts';
import {
  findOpenOrder,
  insertOrder,
  isReserved,
  logPayment,
  moveOrder,
  type OrderRow,
  type Payments,
  type Terms,
} from '#server/features/orders/index.ts';
import { endReserved, expireHold, REPLACED } from '#server/features/payments/settling/expire-hold.ts';
import { UNKNOWN_PAYMENT } from '#server/features/payments/settling/expire-order.ts';
import { findOpenClass } from '#server/features/payments/start-payment.ts';
import { AppError, ensure } from '#server/http/errors.ts';
import { ensureTakes, hasSeat, type PlaceInput, type ReadyPlace, repricePlace } from './ready-place.ts';

/* Places that the office gives, in the caller's transaction: first each seat is held, then all are taken. */

/** A place that cannot be given, and why. */
export type Refused = { place: PlaceInput; error: AppError };
/** A place whose seat is held. */
export type Seated = { place: ReadyPlace; orderid: string };

/** A payment for a place has begun since it was looked for: it is to be ended first. */
export class OpenedMeanwhile extends Error {
  override name = 'OpenedMeanwhile';
}

export type Seating = {
  terms: Terms;
  /**
   * What a payment that the family has begun online does: it throws, to be ended first; in a rehearsal it is
   * taken for ended; or the place is refused.
   */
  open?: 'throw' | 'end' | 'refuse';
  /** Seats that are to be left free, by class. */
  reserved?: ReadonlyMap<string, number> | undefined;
  /** The import that gives them. */
  importid?: string | undefined;
};

/**
 * Holds a seat for each of these places that can be given, and says of the others why they cannot. Payers are
 * locked, then classes, then learners, so that nothing changes between check and write: a refused place has
 * written nothing. Throws `OpenedMeanwhile`, and `price-differs` where the school has another currency.
 */
export async function seatPlaces(
  payments: Payments,
  tx: Db,
  places: readonly ReadyPlace[],
  { terms, ...seating }: Seating,
): Promise<{ seated: Seated[]; refused: Refused[] }> {
  const payers = new Map<string, NonNullable<Awaited<ReturnType<typeof lockUser>>>>();
  for (const userid of [...new Set(places.map((place) => place.userid))].sort()) {
    const payer = await lockUser(tx, userid);
    if (payer) payers.set(userid, payer);
  }
  await payments.bindCurrency(tx, terms.currency);
  await lockTimetable(tx, {
    classids: places.map(({ classid }) => classid),
    learnerids: places.map(({ learnerid }) => learnerid),
  });
  const seated: Seated[] = [];
  const refused: Refused[] = [];
  for (const ready of places) {
    let place = ready;
    try {
      const payer = payers.get(place.userid);
      ensure(payer, 'learner-not-found');
      ensureTakes(payer);
      place = await repricePlace(
        tx,
        terms,
        ready,
        seated.map((one) => one.place),
      );
      seated.push({ place, orderid: await seatPlace(payments, tx, place, { terms, ...seating }) });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      refused.push({ place, error });
    }
  }
  return { seated, refused };
}

/** The same of one place; gives its order's id. */
async function seatPlace(
  payments: Payments,
  tx: Db,
  place: ReadyPlace,
  { terms: { currency }, open: then = 'throw', reserved, importid }: Seating,
): Promise<string> {
  const { userid, learnerid, classid, confirmclash = false } = place;
  const { seats } = payments;
  const now = payments.now();
  ensure((await findPayer(tx, learnerid)) === userid, 'changed-meanwhile');
  const { availableseat: free } = await findOpenClass(tx, classid);
  const open = await findOpenOrder(tx, place);
  if (open?.state === 'enrolled')
    throw new AppError('already-enrolled', { detail: () => t('payments.learner_enrolled') });
  if (open && then === 'throw') throw new OpenedMeanwhile();
  if (open && then === 'refuse')
    throw new AppError('other-paying', { detail: () => t('payments.learner_pays_online') });
  const left = free - (reserved?.get(classid) ?? 0);
  ensure(await hasSeat(payments, tx, place, { free: left, orderid: open?._id }), 'class-full');
  if (open && isReserved(open)) await endReserved(payments, tx, open, REPLACED);
  else if (open) await expireHold(payments, tx, open, UNKNOWN_PAYMENT);
  await joinClass(tx, { learnerid, classid, confirmed: confirmclash, now });
  const { amount, fullamount, amountreason, discountid, lessons, billed, moment } = place;
  const sum = { amount, fullamount, amountreason, discountid, lessons, billed, currency };
  const fields = { userid, learnerid, classid, ...sum };
  const given = { ...fields, importid: importid ?? null };
  const { _id: orderid } = await insertOrder(tx, { ...given, holduntil: now, now: moment });
  // An offer may end in just this moment.
  if (!(await seats.hold(tx, { learnerid, classid, orderid, now })))
    throw new LostRace('The place is taken meanwhile.');
  return orderid;
}

/**
 * Takes the seats that are held, all of them, and gives their orders: each family is told by one mail, unless
 * it `isQuiet`. Throws `class-closed`.
 */
export async function takePlaces(
  payments: Payments,
  tx: Db,
  seated: readonly Seated[],
  { terms, actor, isQuiet = false }: { terms: Terms; actor: Actor; isQuiet?: boolean },
): Promise<OrderRow[]> {
  const { seats } = payments;
  const now = payments.now();
  const taken = [];
  for (const { orderid, place } of seated) {
    const { classid, amount, pay } = place;
    const enrolled = await moveOrder(tx, orderid, ['held'], {
      ...settlementOf(pay, amount, now),
      receiptday: schoolDay(terms, now),
      now,
    });
    const classname = await seats.enrol(tx, { classid, orderid, now });
    ensure(enrolled && classname !== undefined, 'class-closed');
    const { paidby } = enrolled;
    if (paidby === 'cash' || paidby === 'transfer') {
      const movement = { orderid, kind: paidby, ref: orderid, amount, seats: 1, createdat: now };
      const movementid = await insertMovement(tx, movement);
      await notifyOfPayment(tx, { movementid, order: enrolled, userid: enrolled.userid, now });
    }
    taken.push({ ...enrolled, classid, classname });
  }
  for (const [, orders] of Map.groupBy(taken, ({ userid }) => userid)) {
    const known = await findForEnrolments(terms, tx, orders, now);
    await recordEnrolments(terms, tx, orders, { ...known, isQuiet });
  }
  for (const order of taken) {
    const note = sumNote(order.amount, order.currency);
    const logged = { actor, note, before: order.amountreason, after: order.paidby, now };
    await logPayment(tx, order, { ...logged, action: 'enrolled-by-hand' });
  }
  payments.checkpoint('inside-enrolment');
  return taken;
}

/** What an order is once it is settled by hand; a class that costs nothing is free whatever was said. */
function settlementOf(pay: ByHandPay, amount: number, now: number) {
  const enrolled = { state: 'enrolled' as const, workat: null };
  if (pay === 'free' || amount === 0) return { ...enrolled, paidat: now };
  return { ...enrolled, paidby: pay, paidat: pay === 'due' ? null : now };
}
