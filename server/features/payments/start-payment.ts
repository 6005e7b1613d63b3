import type { Lessons } from '#contract/payments/part-of.ts';
import { leastCharge } from '#contract/protocols/least-charge.ts';
import type { ReserveMode } from '#contract/school/calls.ts';
import { t } from '#languages/t.ts';
import { isUniqueViolation } from '#server/database/open.ts';
import { reasonOf } from '#server/database/rows/reasons.ts';
import type { Db } from '#server/database/schema.ts';
import { atOnce, transact } from '#server/database/transact.ts';
import {
  type ClassRow,
  findClass,
  isUndecided,
  type Priced,
  priceOfPlace,
} from '#server/features/classes/index.ts';
import { discountPlaces, type LessDiscount } from '#server/features/discounts/index.ts';
import { countLessons, countPeriods } from '#server/features/lessons/index.ts';
import {
  amountOf,
  findOpenOrder,
  findOrdersWith,
  HOLDING,
  isReserved,
  lessonsOf,
  mayBePaid,
  moveOrders,
  type OrderRow,
  type Payments,
  paymentIdOf,
  paymentOf,
  reserveWords,
  type Terms,
} from '#server/features/orders/index.ts';
import { type Agreed, isSamePlan, readAgreed } from '#server/features/parts/index.ts';
import { AppError, ensure, faultIn } from '#server/http/errors.ts';
import { CardRefusal } from '#server/services/card-payments.ts';
import { checkAdmission } from './check-admission.ts';
import { divide } from './divide.ts';
import { agreedBy, holdSeats, insertOrders, type Purchase, type Shortage } from './open-orders.ts';
import { abandonOrder, expireOrder, UNKNOWN_PAYMENT } from './settling/expire-order.ts';
import { settle } from './settling/settle.ts';
import { takeTrialsOff } from './trials/take-off.ts';

/** What its payer can pay now: one order, or those of a checkout. Cents; epoch milliseconds. */
export type PayablePayment = {
  clientSecret: string;
  price: number;
  currency: string;
  holduntil: number;
  /** What set the price of a single place. */
  lessons?: Lessons;
  /** Each place, where there are several. */
  items?: ({ classid: string; learnerid: string; price: number; lessons?: Lessons } & Reduced)[];
  /** Whether the code that was entered takes anything off. */
  codeused?: boolean;
  /** The instalments of which this is the first one. */
  parts?: { day: string; amount: number }[];
  /** What the payer agrees to, of instalments and of places that are reserved. */
  words?: string;
  /** Of places in classes that may not run: how they are reserved, and until which day learners join. */
  reserves?: true;
  mode?: ReserveMode;
  decideby?: string;
} & Reduced;

/** What a place would cost, why it costs something else, and what of it is paid in later instalments. */
type Reduced = { fullprice?: number; pricereason?: string; rest?: number };

type Payer = Pick<Purchase, 'userid' | 'checkAccess' | 'confirmclash'>;
type Place = { learnerid: string; classid: string };

/** Which classes an account pays for, and for whom; each learner once a class. */
type PaymentInput = Payer & {
  items: readonly Place[];
  /** What the payer was shown, in cents; where it is left out the server says. */
  price?: number;
  /** The code of a discount, as the payer entered it. */
  code?: string;
  /** In how many instalments they are paid; all at once where it is left out. */
  instalments?: number;
  /** Whether they are wanted together, each learner in the same class. */
  together?: boolean;
};

/**
 * Opens an order for each item and makes what the browser pays them all with; what is open already for just
 * these is given again. A class costs what the server says, less discounts: throws `price-differs` where the payer
 * was shown another price, `code-unknown`, `code-used-up`, `class-over`, and what stands in the way of
 * enrolling in any; `instalments-too-small` where they are paid so. In classes that run once enough learners have
 * joined the places are reserved: `reserves-apart` where others are among them that are charged at once.
 */
export async function startPayment(
  payments: Payments,
  { items, price, code, instalments, together = false, ...payer }: PaymentInput,
): Promise<PayablePayment> {
  const terms = await payments.terms();
  const { currency } = terms;
  const moment = payments.now();
  const [classes, counts, known] = await atOnce(payments.db, (one) => [
    findOpenClasses(one, items),
    countLessons(
      one,
      items.map(({ classid }) => classid),
      moment,
    ),
    findOpenOrders(one, items),
  ]);
  const periods = await countPeriods(payments.db, [...classes.values()], moment);
  const full = items.map((item) => {
    const wanted = classes.get(item.classid);
    const price = wanted && priceOfPlace(terms, wanted, counts.get(item.classid), periods.get(item.classid));
    ensure(price, 'class-over');
    return { ...item, ...price };
  });
  const { places, codeid } = await discountPlaces(payments.db, full, {
    ...terms,
    userid: payer.userid,
    now: moment,
    code,
    without: await findEnding(payments.db, known),
  });
  const priced = await takeTrialsOff(payments.db, terms, places, moment);
  await checkAdmission(
    payments,
    terms,
    items.flatMap((item) => {
      const wanted = classes.get(item.classid);
      return wanted ? { ...item, wanted } : [];
    }),
  );
  const reserving = reservingOf(terms, [...classes.values()]);
  if (reserving?.mode === 'later' && instalments !== undefined)
    throw faultIn('instalments', () => t('reservations.no_instalments'));
  const amount = amountOf(priced);
  ensure(amount > 0, 'nothing-to-pay');
  ensure(price === undefined || price === amount, 'price-differs');
  const shortage: Shortage = (classid) => {
    if (together) return new AppError('seats-too-few');
    const name = items.length > 1 ? classes.get(classid ?? '')?.classname : undefined;
    return new AppError('class-full', {
      detail: name === undefined ? undefined : () => t('errors.class_full_of', { class: name }),
    });
  };
  const divided =
    instalments === undefined
      ? { items: priced, plan: null }
      : divide(priced, { count: instalments, school: terms, now: moment });
  const reserves = reserving?.mode === 'later';
  const purchase = { ...payer, ...divided, reserves, currency, moment, shortage };
  const orders = await openOrders(payments, purchase, { classes, known });
  const payable = await withIntent(payments, orders);
  const words = await reserveWords(payments.db, orders, terms);
  const codeused = priced.some(({ discountid }) => discountid === codeid);
  return { ...payable, ...reserving, ...(words && { words }), ...(codeid !== undefined && { codeused }) };
}

/**
 * How places in these classes are reserved, where it is not decided whether they run; undefined where they are
 * bought. Throws `reserves-apart` where a card would be charged now for some and later for others.
 */
function reservingOf(
  { reservemode: mode }: Pick<Terms, 'reservemode'>,
  classes: readonly ClassRow[],
): { reserves: true; mode: ReserveMode; decideby: string } | undefined {
  const undecided = classes.filter(isUndecided);
  if (undecided.length === 0) return undefined;
  ensure(mode === 'giveback' || undecided.length === classes.length, 'reserves-apart');
  const decideby =
    undecided
      .map((one) => one.decideby ?? '')
      .sort()
      .at(-1) ?? '';
  return { reserves: true, mode, decideby };
}

/** Orders of payments that end once places are paid for that are among them: what they use is free then. */
export async function findEnding(db: Db, known: readonly OrderRow[]): Promise<string[]> {
  const begun = known.filter(({ state }) => HOLDING.includes(state));
  const ending = await Promise.all(begun.map((order) => findOrdersWith(db, order)));
  return ending.flat().map(({ _id }) => _id);
}

/**
 * The spec's call names no class: the payment is bound to one when it is recorded, and goes back when it
 * never is. Throws as above.
 */
export async function startUnnamedPayment(
  payments: Payments,
  { price, learnerid, ...payer }: Payer & { learnerid: string; price: number },
): Promise<PayablePayment> {
  const { enrolmentPrice, currency } = await payments.terms();
  // What a card cannot be charged costs nothing.
  ensure(price >= leastCharge(currency), 'nothing-to-pay');
  ensure(enrolmentPrice === 'class' || price === enrolmentPrice, 'price-differs');
  const items = [{ learnerid, classid: null, amount: price }];
  const purchase = { ...payer, items, currency, moment: payments.now() };
  return withIntent(payments, await transact(payments.db, (tx) => insertOrders(payments, tx, purchase)));
}

/** A class that students may enrol in. Throws `class-not-found` and `class-closed`. */
export async function findOpenClass(db: Db, classid: string): Promise<ClassRow> {
  const wanted = await findClass(db, classid);
  ensure(wanted, 'class-not-found');
  ensure(wanted.status === 'approved' && wanted.decided !== 'not', 'class-closed');
  return wanted;
}

type Classes = ReadonlyMap<string, ClassRow>;

async function findOpenClasses(db: Db, items: readonly Place[]): Promise<Classes> {
  const ids = [...new Set(items.map(({ classid }) => classid))];
  return new Map(await Promise.all(ids.map(async (id) => [id, await findOpenClass(db, id)] as const)));
}

const TRIES = 3;

type Opening = Omit<Purchase, 'items'> & {
  reserves: boolean;
  plan: Agreed | null;
  items: readonly LessDiscount<Place & Priced>[];
  shortage: Shortage;
};

async function openOrders(
  payments: Payments,
  purchase: Opening,
  found: { classes: Classes; known: readonly OrderRow[] },
): Promise<readonly OrderRow[]> {
  for (let tries = 1; tries <= TRIES; tries++) {
    const known = tries === 1 ? found.known : await findOpenOrders(payments.db, purchase.items);
    const open = await reuseOrders(payments, known, purchase);
    if (open) return open;
    // Orders that had to be ended gave seats back.
    const classes = known.length > 0 ? await findOpenClasses(payments.db, purchase.items) : found.classes;
    await refuseShortage(payments, purchase, classes);
    try {
      const orders = await transact(payments.db, (tx) => holdSeats(payments, tx, purchase));
      payments.changed();
      return orders;
    } catch (error) {
      // A double click: the other call's orders are these, too.
      if (!isUniqueViolation(error)) throw error;
    }
  }
  throw new AppError('payment-expired');
}

/** Most of a rush is told so by a plain read, before any call waits for the class's row. */
async function refuseShortage({ db, seats, now }: Payments, { items, shortage }: Opening, classes: Classes) {
  for (const [classid, { availableseat }] of classes) {
    const wanted = items.filter((item) => item.classid === classid);
    let missing = wanted.length - availableseat;
    for (const { learnerid } of wanted) {
      if (missing > 0 && (await seats.findOffer(db, { learnerid, classid, now: now() }))) missing -= 1;
    }
    if (missing > 0) throw shortage(classid);
  }
}

/** The open orders of the same learners and classes. */
async function findOpenOrders(db: Db, items: readonly Place[]): Promise<OrderRow[]> {
  const found = await Promise.all(items.map((item) => findOpenOrder(db, item)));
  return found.filter((order) => order !== undefined);
}

/**
 * The open orders of just these items as they can be paid now; undefined when there are none. Whatever else
 * is open for one of the items ends. Throws `already-enrolled`, and `other-paying` where another account pays
 * for one of them.
 */
async function reuseOrders(
  payments: Payments,
  known: readonly OrderRow[],
  purchase: Opening,
): Promise<readonly OrderRow[] | undefined> {
  for (const [, [one]] of Map.groupBy(known, paymentIdOf)) {
    if (!one) continue;
    const orders = one.checkoutid === null ? [one] : await findOrdersWith(payments.db, one);
    ensure(one.userid === purchase.userid || one.state === 'enrolled', 'other-paying');
    ensure(!isReserved(one), 'already-reserved');
    const isSame = areFor(orders, purchase);
    const ended = await endOrConfirm(payments, orders, { isSame });
    const isEnrolled = ended.some((order) => order.state === 'enrolled' && itemOf(order, purchase));
    ensure(!isEnrolled, 'already-enrolled');
    if (isSame && ended.every(mayBePaid)) return ended;
  }
  return undefined;
}

const itemOf = ({ learnerid, classid }: OrderRow, { items }: Opening) =>
  items.find((item) => item.learnerid === learnerid && item.classid === classid);

const areFor = (orders: readonly OrderRow[], purchase: Opening) =>
  orders.length === purchase.items.length &&
  orders.every((order) => {
    if (!isSamePlan(order.plan, purchase.plan)) return false;
    const item = itemOf(order, purchase);
    // What was reserved costs what it did then.
    if (item && order.reservedat !== null) return true;
    if ((order.reserves === 1) !== purchase.reserves) return false;
    // Another account's before a merge, which has not agreed to what this one reads.
    if (order.agreedby !== agreedBy(purchase)) return false;
    return item?.amount === order.amount && (item.discountid ?? null) === order.discountid;
  });

/**
 * Ends orders that cannot go on as they are; what was paid already, and the payer was never told, must not
 * lead to a second charge.
 */
export async function endOrConfirm(
  payments: Payments,
  orders: readonly OrderRow[],
  { isSame }: { isSame: boolean },
): Promise<readonly OrderRow[]> {
  const [one] = orders;
  if (!one) return orders;
  const isOver = orders.some(({ state, holduntil }) => state === 'expiring' || holduntil <= payments.now());
  if (isOver || !isSame) return expireOrder(payments, one);
  if (one.intentid === null) return orders;
  const settled = await settle(payments, one.intentid, { known: one });
  return settled.length > 0 ? settled : abandonOrder(payments, one, UNKNOWN_PAYMENT);
}

/** Makes the intent of a payment at the provider, after its orders have been committed. */
export async function withIntent(payments: Payments, orders: readonly OrderRow[]): Promise<PayablePayment> {
  const [order] = orders;
  if (!order || order.state === 'intent') return payable(orders);
  const { db, cards, now, checkpoint } = payments;
  checkpoint('hold-committed');
  const make = order.reserves === 1 && order.reservedat === null ? cards.createSetup : cards.createIntent;
  const intent = await make(paymentOf(orders)).catch(async (cause) => {
    if (!(cause instanceof CardRefusal)) throw cause;
    await abandonOrder(payments, order, reasonOf('orders.payment_not_accepted'));
    throw new AppError('payment-refused', { cause });
  });
  checkpoint('intent-made');
  const saved = await moveOrders(db, order, ['held'], {
    state: 'intent',
    intentid: intent.id,
    clientsecret: intent.clientSecret,
    now: now(),
  });
  checkpoint('intent-saved');
  return payable(saved.length > 0 ? saved : await findOrdersWith(db, order));
}

function payable(orders: readonly OrderRow[]): PayablePayment {
  const [order] = orders;
  ensure(order?.state === 'intent' && order.clientsecret, 'payment-expired');
  const { clientsecret: clientSecret, currency } = order;
  const holduntil = Math.min(...orders.map((one) => one.holduntil));
  const items = orders.map(({ classid, learnerid, amount: price, ...one }) => {
    return {
      classid: classid ?? '',
      learnerid,
      price,
      lessons: lessonsOf(one) ?? undefined,
      ...reduced(one),
    };
  });
  const detail = items.length > 1 ? { items } : { lessons: items[0]?.lessons, ...reduced(order) };
  const plan = order.plan === null ? undefined : readAgreed(order.plan);
  const agreed = plan && { parts: [...plan.parts], words: plan.words };
  return { clientSecret, price: amountOf(orders), currency, holduntil, ...agreed, ...detail };
}

type OrderSums = Pick<OrderRow, 'fullamount' | 'amountreason' | 'restamount'>;

const reduced = ({ fullamount, amountreason, restamount }: OrderSums): Reduced => ({
  rest: restamount || undefined,
  fullprice: fullamount ?? undefined,
  pricereason: amountreason ?? undefined,
});
