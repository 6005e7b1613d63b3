import { HOLD_MS, OPEN_ORDERS_MAX, UNPAID_PLACES_A_DAY } from '#contract/payments/calls.ts';
import { t } from '#languages/t.ts';
import { lockUser } from '#server/auth/queries.ts';
import { newId } from '#server/database/ids.ts';
import type { Db } from '#server/database/schema.ts';
import { atOnce } from '#server/database/transact.ts';
import { familyHolds, type Priced, type Seats, tooManyHeld } from '#server/features/classes/index.ts';
import { holdDiscounts } from '#server/features/discounts/index.ts';
import { joinClasses } from '#server/features/lessons/index.ts';
import {
  byClass,
  countFamilyHolds,
  countUnpaidPlaces,
  findOrdersOf,
  HOLDING,
  insertOrder,
  isReserved,
  moveOrders,
  type OrderRow,
  type OrdersOfPayment,
  type Payments,
  paymentIdOf,
} from '#server/features/orders/index.ts';
import type { Agreed } from '#server/features/parts/index.ts';
import { AppError, ensure } from '#server/http/errors.ts';
import { holdTrialOff } from './trials/take-off.ts';

/** A seat to be paid for, in cents; no class where the payment names none. */
export type Item = { learnerid: string; classid: string | null } & Partial<
  Pick<Priced, 'lessons' | 'billed' | 'fullamount'>
> &
  Pick<Priced, 'amount'> &
  Partial<Pick<OrderRow, 'lessonid' | 'trialat' | 'trialid' | 'discountid' | 'amountreason' | 'restamount'>>;

/** What an account pays for at once. */
export type Purchase = {
  userid: string;
  items: readonly Item[];
  /** The instalments of which this is the first one; null where all is paid at once. */
  plan?: Agreed | null;
  currency: string;
  /** Whether the card is saved now and charged once it is decided that the classes run. */
  reserves?: boolean;
  /** When the amounts were worked out: what is counted from an order is counted from then. */
  moment: number;
  /** Whether the payer knows of lessons at the same time. */
  confirmclash?: boolean;
  /** Throws unless the account may pay for these learners, as of the transaction. */
  checkAccess?: (tx: Db) => Promise<void>;
};

/** Who agrees to be charged later by a payment; null where it is all of it. */
export const agreedBy = ({ userid, plan, reserves }: Pick<Purchase, 'userid' | 'plan' | 'reserves'>) =>
  plan || reserves ? userid : null;

/** How it is said that a class has not seats enough. */
export type Shortage = (classid: string | null) => AppError;

/**
 * Inserts an order for each item of an account that still exists: one that is being deleted waits here, or is
 * gone. No account keeps more seats from the others than they may pay for at once. Throws `session-ended`,
 * `too-many-orders`, `price-differs` and `code-used-up`.
 */
export async function insertOrders(
  { seats, bindCurrency }: Payments,
  tx: Db,
  { userid, items, plan = null, reserves = false, currency, moment, checkAccess }: Purchase,
): Promise<OrdersOfPayment> {
  const costs = items.some(({ amount }) => amount > 0);
  const [, unpaid] = await atOnce(tx, (on) => [
    lockPayer(on, userid),
    costs ? findUnpaidPayments(seats, on, userid) : [],
    bindCurrency(on, currency),
    checkAccess?.(on),
  ]);
  const [first] = unpaid;
  if (first && unpaid.length >= OPEN_ORDERS_MAX && !(await areOffered(seats, tx, items, moment))) {
    const retryAfterS = Math.max(1, Math.ceil((first.holduntil - moment) / 1000));
    throw new AppError('too-many-orders', { retryAfterS });
  }
  if (items.length > 1) await refuseHoarding(tx, { userid, wanted: items.length, now: moment });
  const checkoutid = items.length > 1 ? newId(moment) : null;
  // In the order in which they are locked, so that the rows of classes are too, and no two payments wait for
  // each other.
  const ids = items.map(() => newId(moment)).sort();
  const [one, ...others] = [...items].sort(byClass).map((item, at) => ({
    ...item,
    _id: ids[at],
    checkoutid,
    userid,
    currency,
    plan: plan && JSON.stringify(plan),
    reserves: reserves ? (1 as const) : (0 as const),
    agreedby: agreedBy({ userid, plan, reserves }),
    holduntil: moment + HOLD_MS,
    now: moment,
  }));
  if (!one) throw new Error('A payment is for something.');
  await holdDiscounts(tx, { userid, items });
  for (const { trialid } of items) if (trialid) await holdTrialOff(tx, trialid);
  const orders: OrdersOfPayment = [await insertOrder(tx, one)];
  for (const other of others) orders.push(await insertOrder(tx, other));
  return orders;
}

async function lockPayer(tx: Db, userid: string): Promise<void> {
  ensure(await lockUser(tx, userid), 'session-ended');
}

const DAY_MS = 24 * 60 * 60_000;

/**
 * A payer who has places held again and again and never pays has kept them from others long enough. Throws
 * `too-many-orders`.
 */
async function refuseHoarding(
  tx: Db,
  { userid, wanted, now }: { userid: string; wanted: number; now: number },
) {
  const { count, first } = await countUnpaidPlaces(tx, { userid, since: now - DAY_MS });
  if (count + wanted <= UNPAID_PLACES_A_DAY) return;
  const retryAfterS = Math.max(1, Math.ceil(((first ?? now) + DAY_MS - now) / 1000));
  throw new AppError('too-many-orders', {
    detail: () => t('errors.too_many_unpaid_today'),
    retryAfterS,
  });
}

/**
 * Of each payment of a person that is neither made nor over, the order that runs out first, the first of all
 * first; those for offered seats alone do not count.
 */
async function findUnpaidPayments(seats: Seats, tx: Db, userid: string): Promise<OrderRow[]> {
  const orders = await findOrdersOf(tx, userid, HOLDING);
  const offers = await seats.findDeadlines(
    tx,
    orders.map(({ _id }) => _id),
  );
  const counted = orders.filter((order) => !offers.has(order._id) && !isReserved(order));
  counted.sort((one, other) => one.holduntil - other.holduntil);
  return [...new Map(counted.toReversed().map((order) => [paymentIdOf(order), order])).values()].toReversed();
}

/** Whether each of these seats is held for its learner already. */
async function areOffered(seats: Seats, tx: Db, items: readonly Item[], now: number): Promise<boolean> {
  for (const { learnerid, classid } of items) {
    const until = classid === null ? undefined : await seats.findOffer(tx, { learnerid, classid, now });
    if (until === undefined) return false;
  }
  return true;
}

/**
 * Inserts orders and the seats they hold, all or none, in the caller's transaction. Throws as `shortage` says
 * where there are not seats enough, `learner-clash`, and `too-many-held`.
 */
export async function holdSeats(
  payments: Payments,
  tx: Db,
  { shortage, confirmclash: confirmed = false, ...purchase }: Purchase & { shortage: Shortage },
): Promise<OrdersOfPayment> {
  const { seats, now } = payments;
  const orders = await insertOrders(payments, tx, purchase);
  const moment = now();
  const hold = async (on: Db, { _id: orderid, learnerid, classid, holduntil }: OrderRow) => {
    const seat = classid !== null && (await seats.hold(on, { learnerid, classid, orderid, now: moment }));
    if (!seat) throw shortage(classid);
    return { until: seat.until ?? holduntil, isOffered: seat.until !== null };
  };
  const places = orders.flatMap(({ learnerid, classid }) => (classid === null ? [] : { learnerid, classid }));
  const [held] = await atOnce(tx, (on) => [
    Promise.all(orders.map((order) => hold(on, order))),
    joinClasses(on, { places, confirmed, now: moment }),
  ]);
  await refuseFamilyHolds(
    payments,
    tx,
    orders.filter((_, at) => held[at]?.isOffered === false),
  );
  const [first] = orders;
  const until = Math.min(...held.map((one) => one.until));
  if (until === first.holduntil) return orders;
  // An offered seat has one deadline, wherever it is read: the offer's.
  const change = { holduntil: until, workat: until, now: moment };
  const [one, ...others] = await moveOrders(tx, first, ['held'], change);
  return one ? [one, ...others] : orders;
}

/**
 * No family keeps a class from the others with more children than the bound: each seat that is held has
 * changed the class's row, so no other call of the family counts beside this one. A seat that was offered is
 * theirs to pay for. Throws `too-many-held`.
 */
async function refuseFamilyHolds(
  { familyHoldsPercent }: Pick<Payments, 'familyHoldsPercent'>,
  tx: Db,
  orders: readonly OrderRow[],
): Promise<void> {
  const costless = new Set(orders.flatMap(({ classid, amount }) => (amount === 0 ? classid : [])));
  const classids = [...new Set(orders.flatMap(({ classid }) => classid ?? []))];
  const learnerids = [...new Set(orders.map(({ learnerid }) => learnerid))];
  if (classids.length === 0) return;
  for (const one of await countFamilyHolds(tx, { classids, learnerids })) {
    const bound = familyHolds(one.capacity, familyHoldsPercent);
    const free = costless.has(one.classid) ? Number(one.free) : 0;
    const isAsked = orders.some(
      ({ classid, learnerid }) => classid === one.classid && learnerid === one.learnerid,
    );
    if (isAsked && Number(one.held) + Number(one.offered) + free > bound) throw tooManyHeld(bound);
  }
}
