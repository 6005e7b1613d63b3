import type { ByHandPay } from '#contract/payments/calls.ts';
import { isStrangers } from '#server/auth/queries.ts';
import { reasonOf } from '#server/database/rows/reasons.ts';
import type { Db, Row } from '#server/database/schema.ts';
import type { ClassRow, Priced } from '#server/features/classes/index.ts';
import { discountPlaces, type LessDiscount } from '#server/features/discounts/index.ts';
import { findPayer } from '#server/features/learners/index.ts';
import type { Payments, Terms } from '#server/features/orders/index.ts';
import { checkAdmission } from '#server/features/payments/check-admission.ts';
import { priceClass } from '#server/features/payments/price-class.ts';
import { findOpenClass } from '#server/features/payments/start-payment.ts';
import { ensure } from '#server/http/errors.ts';

/* What is found out of a place that the office gives before anything is locked. */

export type PlaceInput = {
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
};

/** A price, less the discount for a further child. */
type Price = LessDiscount<Priced>;

/** Who pays for a place, and what it costs at a moment; `full`: without a discount. */
type PricedPlace = { userid: string; wanted: ClassRow; full: Priced; priced: Price; moment: number };

/** A place that nothing stood in the way of, with what is booked for it. */
export type ReadyPlace = PlaceInput &
  Agreed &
  Pick<Priced, 'lessons' | 'billed'> &
  Pick<PricedPlace, 'userid' | 'moment' | 'full'> & {
    /** The other sum that the admin named. */
    asked: number | undefined;
  };

/**
 * Who pays for a place, and what it costs now, after places that are given together with it. Throws
 * `learner-not-found`, `class-not-found`, `class-closed`, `class-over`, and what keeps the account from being
 * given a place.
 */
export async function pricePlace(
  payments: Payments,
  terms: Terms,
  { learnerid, classid }: PlaceInput,
  before: readonly ReadyPlace[] = [],
): Promise<PricedPlace> {
  const { db } = payments;
  const userid = await findPayer(db, learnerid);
  ensure(userid, 'learner-not-found');
  const payer = db.selectFrom('users').select(['uid', 'emailverified', 'leavesat']).where('_id', '=', userid);
  ensureTakes(await payer.executeTakeFirstOrThrow());
  const wanted = await findOpenClass(db, classid);
  const moment = payments.now();
  const full = await priceClass(payments, terms, { wanted, moment });
  const priced = await lessForSiblings(db, terms, { userid, learnerid, classid, full, moment }, before);
  return { userid, wanted, moment, full, priced };
}

/** What a place costs, after places that are given together with it. */
async function lessForSiblings(
  db: Db,
  terms: Terms,
  {
    userid,
    learnerid,
    classid,
    full,
    moment,
  }: Pick<ReadyPlace, 'userid' | 'learnerid' | 'classid' | 'full' | 'moment'>,
  before: readonly ReadyPlace[],
): Promise<Price> {
  const family = before.filter((one) => one.userid === userid);
  const asking = { ...terms, userid, now: moment, before: family };
  const { places } = await discountPlaces(db, [{ learnerid, classid, ...full }], asking);
  const [{ amount, fullamount, discountid, amountreason } = full as Price] = places;
  return { ...full, amount, fullamount, discountid, amountreason };
}

/**
 * A place with its sum after those that are seated before it. Throws `price-differs` where the admin was shown
 * another.
 */
export async function repricePlace(
  tx: Db,
  terms: Terms,
  place: ReadyPlace,
  seated: readonly ReadyPlace[],
): Promise<ReadyPlace> {
  const priced = await lessForSiblings(tx, terms, place, seated);
  ensure(place.price === undefined || place.price === priced.amount, 'price-differs');
  return { ...place, ...agreedSum({ ...place, amount: place.asked }, priced) };
}

/**
 * What is booked for a place that was priced. Throws `price-differs` where the admin was shown another price,
 * `age-outside` and `born-missing`.
 */
export async function readyPlace(
  payments: Payments,
  terms: Terms,
  place: PlaceInput,
  { userid, wanted, full, priced, moment }: PricedPlace,
): Promise<ReadyPlace> {
  ensure(place.price === undefined || place.price === priced.amount, 'price-differs');
  const { learnerid, confirmage = false } = place;
  if (!confirmage) await checkAdmission(payments, terms, [{ learnerid, wanted }], 'office');
  const sum = agreedSum(place, priced);
  const { lessons, billed } = priced;
  return { ...place, ...sum, asked: place.amount, lessons, billed, userid, full, moment };
}

/** A place would go with an account that is being deleted, and its money would have to go back. */
export function ensureTakes(payer: Pick<Row<'users'>, 'uid' | 'emailverified' | 'leavesat'>): void {
  ensure(!isStrangers(payer), 'address-unproved');
  ensure(payer.leavesat === null, 'family-leaving');
}

type Agreed = Pick<Priced, 'amount' | 'fullamount'> & {
  amountreason: string | null;
  discountid: string | null;
};

const FREE = reasonOf('orders.free_place');

/** What is booked, and what it would be by the price where that is another sum. */
function agreedSum(
  { pay, amount: asked, reason }: Pick<PlaceInput, 'pay' | 'reason'> & { amount?: number | undefined },
  priced: Price,
): Agreed {
  const amount = pay === 'free' ? 0 : (asked ?? priced.amount);
  const { fullamount, amountreason = null, discountid = null } = priced;
  if (amount === priced.amount) return { amount, fullamount, amountreason, discountid };
  const price = discountid === null ? priced.amount : fullamount;
  return { amount, fullamount: price, amountreason: reason ?? FREE, discountid: null };
}

type Place = Pick<PlaceInput, 'learnerid' | 'classid'>;

/** Whether a place of a class is free, or kept for its learner: offered, or offered and being paid for. */
export async function hasSeat(
  { seats, now }: Pick<Payments, 'seats' | 'now'>,
  db: Db,
  { learnerid, classid }: Place,
  { free, orderid }: { free: number; orderid: string | undefined },
): Promise<boolean> {
  if (free > 0) return true;
  if (orderid !== undefined) return (await seats.findDeadlines(db, [orderid])).size > 0;
  return (await seats.findOffer(db, { learnerid, classid, now: now() })) !== undefined;
}
