import { newId } from '#server/database/ids.ts';
import { schoolDay } from '#server/database/rows/school-row.ts';
import type { Db, NewRow, Row } from '#server/database/schema.ts';
import type { Students } from './accounts.ts';
import { insertAll } from './insert-all.ts';
import type { Plan, PlannedEnrolment, PlannedPlace } from './plan-enrolments.ts';
import { DEMO_SCHOOL } from './school.ts';

const MINUTE_MS = 60_000;
/**
 * From choosing to pay until it is done, and the rest of the time for which the seat would have been held.
 */
const PAID_AFTER_MS = 3 * MINUTE_MS;
const HELD_MS = 15 * MINUTE_MS;
const QUARTER_MS = 15 * MINUTE_MS;
const CARDS = ['pm_card_visa', 'pm_card_visa', 'pm_card_mastercard', 'pm_card_visa', 'pm_card_amex'] as const;
const REASON = 'The student cancelled the enrolment.';

/** A payment of the past; moments are epoch milliseconds. */
type Payment = {
  metadata: Record<string, string>;
  amount: number;
  currency: string;
  card: (typeof CARDS)[number];
  createdat: number;
  paidat: number;
  refundedat: number | null;
};
/** What the card service made of one. */
type Imported = {
  intentid: string;
  clientsecret: string;
  chargeid: string;
  cardlast4: string;
  refundid: string | null;
};

export type SeedPayments = {
  currency: string;
  cancelUntilHours: number;
  /** What enrolling in a class costs, in cents. */
  priceOf: (item: Row<'classes'>) => number;
  /**
   * Writes payments into the card service's books, in the same transaction; gives what became of each, in
   * their order.
   */
  importPayments(tx: Db, payments: readonly Payment[]): Promise<Imported[]>;
};

type Student = Pick<Row<'orders'>, 'learnerid' | 'userid'>;

/** Writes what was planned into the card service's books and the school's, so that each tells the same. */
export async function insertEnrolments(
  tx: Db,
  { currency, priceOf, importPayments }: SeedPayments,
  plan: Omit<Plan, 'students'>,
  { classes, students }: { classes: readonly Row<'classes'>[]; students: Students },
): Promise<void> {
  const prices = new Map(classes.map((item) => [item._id, priceOf(item)]));
  const dayOf = schoolDays();
  const orders = plan.enrolments.map((enrolment) => {
    const amount = prices.get(enrolment.classid) ?? 0;
    const student = studentOf(students, enrolment);
    const receiptday = dayOf(enrolment.paidat);
    return { enrolment, order: orderRow(enrolment, { student, amount, currency, receiptday }) };
  });
  const charged = orders.filter(({ order }) => order.amount > 0);
  const payments = charged.map(({ order, enrolment }, index) => ({
    metadata: { order: order._id },
    amount: order.amount,
    currency,
    card: CARDS[index % CARDS.length] as (typeof CARDS)[number],
    createdat: order.createdat,
    paidat: enrolment.paidat,
    refundedat: enrolment.cancelledat,
  }));
  const imported = await importPayments(tx, payments);
  const paid = new Map(charged.map(({ order }, index) => [order._id, imported[index] as Imported]));

  const settled = orders.map(({ order, enrolment }) => settle(order, enrolment, paid.get(order._id)));
  await insertAll(
    settled.map(({ order }) => order),
    (rows) => tx.insertInto('orders').values(rows).execute(),
  );
  await insertAll(
    settled.flatMap(({ enrolled }) => enrolled ?? []),
    (rows) => tx.insertInto('enrolments').values(rows).execute(),
  );
  await insertAll(
    settled.flatMap(({ movements }) => movements),
    (rows) => tx.insertInto('ledger').values(rows).execute(),
  );
  await insertAll(
    plan.selections.map((place) => selectionRow(place, studentOf(students, place))),
    (rows) => tx.insertInto('selections').values(rows).execute(),
  );
  await insertAll(
    plan.waiting.map((place) => waitlistRow(place, studentOf(students, place))),
    (rows) => tx.insertInto('waitlist').values(rows).execute(),
  );
}

function studentOf(students: Students, { email }: { email: string }): Student {
  const student = students.get(email);
  if (!student) throw new Error(`The demo has no student ${email}.`);
  return student;
}

/**
 * The demo's day at a moment, remembered by the quarter of an hour: clocks change at a full quarter only, and
 * a large school asks a million times.
 */
function schoolDays(): (moment: number) => string {
  const days = new Map<number, string>();
  return (moment) => {
    const quarter = Math.floor(moment / QUARTER_MS);
    const day = days.get(quarter) ?? schoolDay(DEMO_SCHOOL, moment);
    days.set(quarter, day);
    return day;
  };
}

function orderRow(
  { classid, paidat }: PlannedEnrolment,
  {
    student,
    amount,
    currency,
    receiptday,
  }: { student: Student; amount: number; currency: string; receiptday: string },
): NewRow<'orders'> {
  const createdat = paidat - PAID_AFTER_MS;
  return {
    _id: newId(createdat),
    ...student,
    classid,
    amount,
    currency,
    state: 'enrolled',
    intentid: null,
    clientsecret: null,
    paidat,
    receiptday,
    cardlast4: null,
    refundid: null,
    refundattempt: 0,
    withdrawn: 0,
    goodwill: 0,
    attention: null,
    reason: null,
    holduntil: createdat + HELD_MS,
    workat: null,
    lease: null,
    createdat,
    updatedat: paidat,
  };
}

/** An order as it is in the end, the enrolment that it has led to, and what moved at the card service. */
function settle(
  order: NewRow<'orders'>,
  { classid, paidat, cancelledat }: PlannedEnrolment,
  payment: Imported | undefined,
) {
  const { _id, learnerid, amount, currency } = order;
  const transactionId = payment?.intentid ?? `free_${_id}`;
  const movement = (kind: 'charge' | 'refund', ref: string, createdat: number): NewRow<'ledger'> => ({
    _id: newId(createdat),
    orderid: _id,
    kind,
    ref,
    amount,
    seats: kind === 'charge' ? 1 : -1,
    createdat,
  });
  const charge = payment ? [movement('charge', payment.chargeid, paidat)] : [];
  const paidWith = payment && {
    intentid: payment.intentid,
    clientsecret: payment.clientsecret,
    cardlast4: payment.cardlast4,
  };
  if (cancelledat === null) {
    const paid = { transactionId, price: amount, currency, date: paidat };
    const enrolled = { _id, learnerid, classid, canceluntil: null, ...paid };
    return { order: { ...order, ...paidWith }, enrolled, movements: charge };
  }
  const refundid = payment?.refundid ?? transactionId;
  const refunded = {
    ...order,
    ...paidWith,
    state: 'refunded' as const,
    refundid,
    reason: REASON,
    updatedat: cancelledat,
    endedat: cancelledat,
  };
  const refund = payment ? [movement('refund', refundid, cancelledat)] : [];
  return { order: refunded, enrolled: null, movements: [...charge, ...refund] };
}

const selectionRow = ({ classid, at }: PlannedPlace, { learnerid }: Student): Row<'selections'> => ({
  _id: newId(at),
  learnerid,
  classid,
  enrolled: 0,
  createdat: at,
});

const waitlistRow = ({ classid, at }: PlannedPlace, { learnerid }: Student): NewRow<'waitlist'> => ({
  _id: newId(at),
  learnerid,
  classid,
  state: 'waiting',
  offeruntil: null,
  orderid: null,
  createdat: at,
});
