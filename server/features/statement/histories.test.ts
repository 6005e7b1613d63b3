import type { Kysely } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { formatsOf } from '#contract/formats.ts';
import { isWrong } from '#contract/reconciliation/calls.ts';
import type { StatementLine } from '#contract/statement/calls.ts';
import type { CardPaymentsTables } from '#embedded/card-payments/tables.ts';
import { checkRecords } from '#server/admin/check-records.ts';
import { eraseAccount } from '#server/features/account/erase-account.ts';
import { sayOwed } from '#server/features/debts/index.ts';
import { openCardsDashboard } from '#tests/support/cards-dashboard.ts';
import { addChildBy } from '#tests/support/families.ts';
import { confirmCard } from '#tests/support/pay.ts';
import { report } from '#tests/support/proof.ts';
import { openPdf, readTree } from '#tests/support/read-pdf.ts';
import { openTestSchool, type Person, type TestSchool } from '#tests/support/school.ts';
import { addLesson } from '#tests/support/timetable.ts';

/*
 * Random histories of families by the real calls. After each step the balance of each family, on its page, in
 * its mails and printed, the sum of its lines and the money check are held against a model of its own, which
 * knows prices, lessons, what it did and what the card service did, and none of the product's records.
 */

const { FAULT_ROUNDS = '1', HISTORY_SEED = '1' } = process.env;
/** After so many steps other families come, so that no statement grows without end. */
const STEPS_OF_FAMILIES = 300;
const STEPS = STEPS_OF_FAMILIES * Number(FAULT_ROUNDS);
const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const LESSONS = 6;
/** What falls by itself where an invoice was not paid in time, in cents. */
const LATE_FEE = 700;
/** A page is printed after so many steps: it takes as long as ten others. */
const PRINTED_EVERY = 10;

type Course = { id: string; price: number; lessons: number[]; seats: number; isOver: boolean };
type Payment = {
  id: string;
  card: string;
  places: Place[];
  /** What of it went back as the family's credit, and no place counts as its own refund. */
  taken: number;
};
type Place = {
  id: string;
  family: Family;
  learnerid: string;
  course: Course;
  price: number;
  by: 'card' | 'cash' | 'transfer' | 'due' | 'free';
  since: number;
  lessonsleft: number | null;
  state: 'stands' | 'ended';
  /** What the school has of the price, and what of that is its own once the place has ended. */
  held: number;
  earned: number;
  payment?: Payment;
  isFailed?: boolean;
  /** What it cost where a payment of the family for no single place paid it. */
  ofFamily?: number;
};
/** A charge (negative: a credit), or what a family paid for no single place, and what of that is left. */
type Charge = { id: string; family: Family; amount: number; isReversed: boolean };
type Money = { family: Family; amount: number; left: number };
type Family = { parent: Person; children: string[]; isGone: boolean };

let school: TestSchool;
let admin: Person;
let office: Person;
let dashboard: Awaited<ReturnType<typeof openCardsDashboard>>;
const families: Family[] = [];
const courses: Course[] = [];
const places: Place[] = [];
const charges: Charge[] = [];
const monies: Money[] = [];
type Whose = { family: Family };
/** An invoice that stands: the charges on it. */
const invoices: { id: string; family: Family; on: Charge[] }[] = [];
/** Families that paid invoices by card. */
const paidByCard = new Set<Family>();
/** Invoices that are paid in instalments. */
const plans: { invoiceid: string; family: Family }[] = [];
/** What cards were charged while their holders were away, as far as the model knows it. */
const charged = new Set<string>();
let merged: { id: string; at: number; keep: Family; drop: Family; moved: Whose[] } | undefined;
let key = 0;
let steps = 0;
let seed = Number(HISTORY_SEED);

/** A number from 0 to 1, the same in each run of a seed. */
function random(): number {
  seed = (seed + 0x6d2b79f5) | 0;
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
}
const pick = <T>(some: readonly T[]): T | undefined => some[Math.floor(random() * some.length)];
const chance = (share: number) => random() < share;

beforeAll(async () => {
  school = await openTestSchool({ env: { ENROLMENT_PRICE: 'class', CANCEL_UNTIL_HOURS: '48' } });
  admin = await school.signIn('admin');
  office = await school.signIn('office');
  dashboard = await openCardsDashboard(school);
  const settings = (await admin.call('GET', '/billing/settings')).body;
  const terms = { dueafterdays: 2, latefee: { amount: LATE_FEE / 100, afterdays: 1 } };
  requireOk(await admin.call('PUT', '/billing/settings', { ...terms, version: settings.version }));
  for (let at = 0; at < 3; at++) await addFamily();
});
afterAll(async () => {
  await dashboard.close();
  await school.close({ typed: ['The hall is closed'] });
});

async function addFamily() {
  const parent = await school.signIn('student');
  const children = [
    await addChildBy(parent, { firstname: 'Ada', lastname: 'Lee' }),
    await addChildBy(parent, { firstname: 'Bo', lastname: 'Lee' }),
  ];
  families.push({ parent, children, isGone: false });
}

async function beginAnew() {
  for (const family of families) family.isGone = true;
  merged = undefined;
  // A sign-in does not last as long as ten thousand steps.
  admin = await school.signIn('admin');
  office = await school.signIn('office');
  for (let at = 0; at < 3; at++) await addFamily();
}

async function addCourse(): Promise<Course> {
  const price = pick([3000, 4550, 6001, 9999]) ?? 0;
  const { _id: id } = await school.addClass({ price, classname: `Class ${++key}`, availableseat: 9 });
  const lessons: number[] = [];
  if (chance(0.5)) {
    const first = Math.floor(school.clock.now / DAY_MS) + 1;
    for (let at = 0; at < LESSONS; at++) {
      const day = new Date((first + at) * DAY_MS).toISOString().slice(0, 10);
      // No two at the same time, in whichever classes a child is.
      const minutes = (key * 7) % (24 * 60 - 10);
      const time = new Date(minutes * 60_000).toISOString().slice(11, 16);
      const { startsat } = await addLesson(school.db, { classid: id, day, starttime: time, minutes: 1 });
      lessons.push(startsat);
    }
  }
  const course = { id, price, lessons, seats: 9, isOver: false };
  courses.push(course);
  return course;
}

const leftOf = ({ lessons }: Course) => lessons.filter((startsat) => startsat > school.clock.now).length;
const part = (sum: number, left: number, of: number) => Math.floor((2 * sum * left + of) / (2 * of));
const priceOf = (course: Course) =>
  course.lessons.length === 0 ? course.price : part(course.price, leftOf(course), course.lessons.length);

/** A child and a class that it is not in and that takes it. */
async function findFree(family: Family): Promise<{ learnerid: string; course: Course } | undefined> {
  const learnerid = pick(family.children);
  const open = courses.filter(
    (course) =>
      !course.isOver &&
      course.seats > 0 &&
      (course.lessons.length === 0 || leftOf(course) > 0) &&
      !places.some(
        (place) => place.course === course && place.learnerid === learnerid && place.state === 'stands',
      ),
  );
  const course = open.length < 3 || chance(0.1) ? await addCourse() : pick(open);
  return learnerid && course ? { learnerid, course } : undefined;
}

function take(
  family: Family,
  learnerid: string,
  course: Course,
  more: Pick<Place, 'id' | 'price' | 'by'>,
): Place {
  const place: Place = {
    family,
    learnerid,
    course,
    since: school.clock.now,
    lessonsleft: course.lessons.length === 0 ? null : leftOf(course),
    state: 'stands',
    held: more.by === 'due' || more.by === 'free' ? 0 : more.price,
    earned: 0,
    ...more,
  };
  course.seats -= 1;
  places.push(place);
  return place;
}

/** What lessons earned of a place that ends now; of money that went back meanwhile the school keeps no more. */
function earnedNow(place: Place): number {
  const { lessonsleft, price, course, since } = place;
  if (lessonsleft === null || place.by === 'due') return 0;
  const held = course.lessons.filter((startsat) => startsat > since && startsat <= school.clock.now).length;
  return price - part(price, Math.max(0, lessonsleft - held), lessonsleft);
}

function end(place: Place, earned: number) {
  place.state = 'ended';
  place.earned = Math.min(earned, place.held);
  place.course.seats += 1;
}

/** To the card goes what credit has not taken of the payment, the rest is credit again. */
const sent = (place: Place) => {
  const { payment, held, earned, family } = place;
  const short = payment ? held - earned - (leftAtCard(payment) - payment.taken) : 0;
  if (payment && short > 0) {
    const counted = Math.min(short, payment.taken);
    payment.taken -= counted;
    monies.push({ family, amount: counted, left: 0 });
  }
  place.held = earned;
};

/** What a family owes the school: what is due, less what it has to get back. */
const owed = (family: Family) =>
  places
    .filter((place) => place.family === family && place.state === 'stands' && place.by === 'due')
    .reduce((sum, { price }) => sum + price, 0);
const owedBack = (family: Family, isByHand?: boolean) =>
  places
    .filter(({ family: of, state }) => of === family && state === 'ended')
    .filter(({ by }) => isByHand === undefined || (by === 'cash' || by === 'transfer') === isByHand)
    .reduce((sum, { held, earned }) => sum + held - earned, 0);

const total = (some: readonly { amount: number }[]) => some.reduce((sum, { amount }) => sum + amount, 0);
const chargesOf = (family: Family) => charges.filter((one) => one.family === family);
const moniesOf = (family: Family) => monies.filter((one) => one.family === family);

/** Charges that stand, less what was paid for no single place but for what of it paid places. */
const beside = (family: Family) =>
  total(chargesOf(family).filter(({ isReversed }) => !isReversed)) -
  total(moniesOf(family)) +
  places.filter((place) => place.family === family).reduce((sum, { ofFamily = 0 }) => sum + ofFamily, 0);

/** Lets a payment of a family, with what earlier ones left over, pay what it owes, the oldest first. */
function payOldest(family: Family, money: Money, by: 'cash' | 'transfer') {
  let kept = Math.max(0, total(chargesOf(family).filter(({ isReversed }) => !isReversed)));
  const funds = moniesOf(family).map((one) => {
    const taken = one === money ? 0 : Math.min(kept, one.left);
    kept -= taken;
    return { one, left: one.left - taken };
  });
  const due = places
    .filter((place) => place.family === family && place.state === 'stands' && place.by === 'due')
    .sort((one, other) => (one.id < other.id ? -1 : 1));
  for (const place of due) {
    if (place.price === 0) continue;
    if (place.price > funds.reduce((sum, { left }) => sum + left, 0)) return;
    let open = place.price;
    for (const fund of funds) {
      const taken = Math.min(open, fund.left);
      fund.left -= taken;
      fund.one.left -= taken;
      open -= taken;
    }
    Object.assign(place, { by, held: place.price, ofFamily: place.price });
  }
}

/** What of the places that are owed a payment has paid, where invoices are paid before. */
async function readPaid(family: Family) {
  const { body } = await family.parent.call('GET', `/enrolledclasses/${family.parent.email}`);
  for (const place of standing(family).filter(({ by }) => by === 'due')) {
    const { paidby } = body.find(({ _id }: { _id: string }) => _id === place.id);
    if (paidby === 'cash' || paidby === 'transfer')
      Object.assign(place, { by: paidby, held: place.price, ofFamily: place.price });
  }
}

/** Of places that the money of one family paid for the other: those that are owed again, and who has those that ended. */
async function readParted(both: readonly Family[]) {
  for (const family of both) {
    const { body } = await office.call('GET', `/families/${family.parent.user._id}`);
    for (const place of places.filter((one) => both.includes(one.family) && one.ofFamily)) {
      const own = body.enrolments.find(
        ({ _id, payer }: { _id: string; payer: unknown }) => _id === place.id && payer === null,
      );
      if (own) place.family = family;
      if (own?.paidby === 'due') Object.assign(place, { by: 'due', held: 0, ofFamily: undefined });
    }
  }
}

const cardsDb = () => school.db as unknown as Kysely<CardPaymentsTables>;

/** The next instalment of a family of which something is left. */
async function findPart(family: Family): Promise<{ _id: string; left: number } | undefined> {
  const plan = pick(plans.filter((one) => one.family === family));
  if (!plan) return undefined;
  const { body } = await office.call('GET', `/invoices/${plan.invoiceid}`);
  return body.instalments?.find(
    ({ left, state }: { left: number; state: string }) => left > 0 && (state === 'due' || state === 'failed'),
  );
}

/** What the bank of a family's cards says from now on. */
async function bankSays({ parent }: Family, outcome: CardPaymentsTables['cards_methods']['outcome']) {
  const saved = await school.db
    .selectFrom('mandates')
    .select('methodid')
    .where('userid', '=', parent.user._id)
    .where('methodid', 'is not', null)
    .execute();
  for (const { methodid } of saved)
    await cardsDb()
      .updateTable('cards_methods')
      .set({ outcome })
      .where('id', '=', methodid ?? '')
      .execute();
}

/** Learns what cards were charged while their holders were away, and that fees fell by themselves. */
async function noteOwnDoings(family: Family, lines: readonly StatementLine[]) {
  const taken = await school.db
    .selectFrom('familypayments')
    .select('intentid')
    .where('userid', '=', family.parent.user._id)
    .where('offsession', '=', 1)
    .execute();
  for (const { intentid } of taken) {
    if (intentid === null || charged.has(intentid)) continue;
    const all = cardsDb().selectFrom('cards_charges').select('amount').where('intentid', '=', intentid);
    const made = await all.where('status', '=', 'succeeded').execute();
    expect(made.length).toBeLessThan(2);
    for (const { amount } of made) {
      charged.add(intentid);
      monies.push({ family, amount, left: 0 });
    }
  }
  for (const { kind, chargeid: id, amount } of lines) {
    if (kind !== 'latefee' || !id || charges.some((one) => one.id === id)) continue;
    expect(cents(amount)).toBe(LATE_FEE);
    charges.push({ id, family, amount: LATE_FEE, isReversed: false });
  }
}

/** Invoices a family for more than its credit, as a rule. */
async function invoiceMuch(family: Family) {
  const { _id: userid } = family.parent.user;
  const day = new Date(school.clock.now).toISOString().slice(0, 10);
  const fee = { userid, kind: 'fee', label: 'Exam', amount: 900, day, key: `x${++key}` };
  const { body } = await admin.call('POST', '/charges', fee);
  const charge = { id: body.insertedId, family, amount: 90_000, isReversed: false };
  charges.push(charge);
  const answer = await admin.call('POST', '/invoices', { userid, chargeids: [charge.id] });
  requireOk(answer);
  invoices.push({ id: answer.body.insertedId, family, on: [charge] });
}

const standing = (family: Family) => places.filter((one) => one.family === family && one.state === 'stands');
const work = async () => {
  for (let times = 0; times < 9 && (await school.work()) > 0; times++);
};

function requireOk({ status, body }: { status: number; body: unknown }) {
  if (status !== 200) throw new Error(JSON.stringify(body));
}

/** The parent's browser says that it paid. */
const say = ({ parent }: Family, { id, places: [first] }: Payment, total: number) =>
  parent.call('POST', `/payments/${first?.course.id}`, {
    email: parent.email,
    transactionId: id,
    price: total / 100,
    date: new Date(0).toISOString(),
  });

async function payByCard(
  family: Family,
  wanted: { learnerid: string; course: Course }[],
  card = 'pm_card_visa',
) {
  const items = wanted.map(({ learnerid, course }) => ({ learnerid, classid: course.id }));
  const total = wanted.reduce((sum, { course }) => sum + priceOf(course), 0);
  const [first] = items;
  const opened =
    items.length === 1
      ? await family.parent.call('POST', '/create-payment-intent', { ...first, price: total / 100 })
      : await family.parent.call('POST', '/checkout', { items });
  requireOk(opened);
  expect(opened.body.price).toBe(total / 100);
  const taken = wanted.map(({ learnerid, course }) =>
    take(family, learnerid, course, { id: '', price: priceOf(course), by: 'card' }),
  );
  const { id } = await confirmCard(school, opened.body.clientSecret, card);
  const payment: Payment = { id, card, places: taken, taken: 0 };
  const recorded = await say(family, payment, total);
  requireOk(recorded);
  const { body } = await family.parent.call('GET', `/enrolledclasses/${family.parent.email}`);
  for (const place of taken) {
    const { _id } = body.find(
      (row: Record<string, string>) => row.classid === place.course.id && row.learnerid === place.learnerid,
    );
    Object.assign(place, { id: _id, payment });
  }
  return payment;
}

/** What the card service still has of a payment. */
const leftAtCard = ({ places: some }: Payment) => some.reduce((sum, { held }) => sum + held, 0);

type Step = (family: Family) => Promise<string | undefined>;

const STEPS_OF: Record<string, [weight: number, step: Step]> = {
  card: [
    6,
    async (family) => {
      const free = await findFree(family);
      if (!free) return undefined;
      await payByCard(family, [free]);
      return 'paid by card';
    },
  ],
  checkout: [
    4,
    async (family) => {
      const wanted: { learnerid: string; course: Course }[] = [];
      for (let at = 0; at < 3; at++) {
        const free = await findFree(family);
        if (free && !wanted.some(({ course }) => course === free.course)) wanted.push(free);
      }
      if (wanted.length < 2) return undefined;
      await payByCard(family, wanted);
      return `${wanted.length} by one payment`;
    },
  ],
  'by hand': [
    8,
    async (family) => {
      const free = await findFree(family);
      if (!free) return undefined;
      const by = pick(['cash', 'transfer', 'due', 'due', 'free'] as const) ?? 'due';
      const price = priceOf(free.course);
      const other = chance(0.3) && by !== 'free' ? price - 500 : undefined;
      const { body, status } = await office.call('POST', '/enrolments', {
        classid: free.course.id,
        learnerid: free.learnerid,
        pay: by,
        ...(other !== undefined && { amount: other / 100, reason: 'Second child' }),
      });
      requireOk({ status, body });
      const sum = by === 'free' ? 0 : (other ?? price);
      take(family, free.learnerid, free.course, { id: body.insertedId, price: sum, by });
      return by;
    },
  ],
  pay: [
    4,
    async (family) => {
      const place = pick(standing(family).filter(({ by }) => by === 'due'));
      if (!place) return undefined;
      const kind = pick(['cash', 'transfer'] as const) ?? 'cash';
      const other = chance(0.3) ? place.price - 100 : undefined;
      const more = other !== undefined && { amount: other / 100, reason: 'Paid early' };
      requireOk(
        await office.call('PUT', `/enrolments/${place.id}/paid`, { kind, key: `p${++key}`, ...more }),
      );
      place.price = other ?? place.price;
      Object.assign(place, { by: kind, held: place.price });
      return 'paid what was due';
    },
  ],
  charge: [
    5,
    async (family) => {
      const kind = pick(['tuition', 'fee', 'latefee', 'discount', 'credit', 'writeoff'] as const) ?? 'fee';
      const amount = pick([500, 1250, 4999]) ?? 500;
      const { body, status } = await admin.call('POST', '/charges', {
        userid: family.parent.user._id,
        kind,
        label: 'Exam',
        amount: amount / 100,
        day: new Date(school.clock.now).toISOString().slice(0, 10),
        key: `x${++key}`,
      });
      requireOk({ status, body });
      const isLower = ['discount', 'credit', 'writeoff'].includes(kind);
      charges.push({ id: body.insertedId, family, amount: isLower ? -amount : amount, isReversed: false });
      return kind;
    },
  ],
  reverse: [
    2,
    async (family) => {
      const charge = pick(chargesOf(family).filter(({ isReversed }) => !isReversed));
      if (!charge) return undefined;
      const { id } = charge;
      requireOk(await admin.call('POST', `/charges/${id}/reverse`, { key: `v${++key}` }));
      charge.isReversed = true;
      return 'reversed';
    },
  ],
  'pay the family': [
    5,
    async (family) => {
      const amount = pick([500, 3000, 4550, 9999, 20_000]) ?? 500;
      const kind = pick(['cash', 'transfer'] as const) ?? 'cash';
      const body = { userid: family.parent.user._id, kind, amount: amount / 100, key: `m${++key}` };
      const day = new Date(school.clock.now).toISOString().slice(0, 10);
      for (let times = chance(0.2) ? 2 : 1; times > 0; times--)
        requireOk(await office.call('POST', '/movements', { ...body, day }));
      const money = { family, amount, left: amount };
      monies.push(money);
      if (chargesOf(family).length > 0 || moniesOf(family).length > 1) await readPaid(family);
      else payOldest(family, money, kind);
      return `paid ${amount} by ${kind}`;
    },
  ],
  cancel: [
    8,
    async (family) => {
      const place = pick(standing(family));
      if (!place) return undefined;
      const earned = earnedNow(place);
      requireOk(await office.call('POST', `/enrolments/${place.id}/cancel`));
      end(place, earned);
      if (place.by === 'card') sent(place);
      return `cancelled, ${earned} earned`;
    },
  ],
  'give back': [
    4,
    async () => {
      const place = pick(
        places.filter(
          ({ family, by, state, held, earned }) =>
            !family.isGone && state === 'ended' && (by === 'cash' || by === 'transfer') && held > earned,
        ),
      );
      if (!place) return undefined;
      const back = { kind: pick(['cash', 'transfer']), key: `r${++key}` };
      requireOk(await office.call('PUT', `/enrolments/${place.id}/returned`, back));
      sent(place);
      return 'given back by hand';
    },
  ],
  'bank refuses': [
    2,
    async (family) => {
      const place = pick(
        standing(family).filter(({ payment, held, price }) => payment?.places.length === 1 && held === price),
      );
      if (place?.payment?.card !== 'pm_card_visa') return undefined;
      const earned = earnedNow(place);
      requireOk(await office.call('POST', `/enrolments/${place.id}/cancel`));
      end(place, earned);
      sent(place);
      if (earned === place.price) return 'nothing goes back';
      await agree('cancelled, before the bank refuses', family);
      const refusal = { next: 'failed' as const, settlesat: school.clock.now };
      await school.db
        .updateTable('cards_refunds')
        .set(refusal)
        .where('intentid', '=', place.payment.id)
        .execute();
      // It settles when it is next asked about.
      await dashboard.stripe.refunds.list({ payment_intent: place.payment.id });
      await work();
      place.held = place.price;
      place.isFailed = true;
      return 'the bank refused the refund';
    },
  ],
  repair: [
    3,
    async () => {
      const place = pick(places.filter(({ family, isFailed }) => !family.isGone && isFailed));
      if (!place?.payment) return undefined;
      requireOk(await admin.call('POST', '/money/repair', { transactionId: place.payment.id }));
      Object.assign(place, { isFailed: false, held: place.earned });
      return 'refunded again';
    },
  ],
  'refund outside': [
    3,
    async (family) => {
      const place = pick(
        standing(family).filter(
          ({ payment, held }) =>
            payment?.card === 'pm_card_visa' && payment.places.length === 1 && held > 200,
        ),
      );
      if (!place?.payment) return undefined;
      await dashboard.refund(place.payment.id, 100);
      place.held -= 100;
      await work();
      if (!chance(0.5)) return 'a part refunded outside';
      await agree('a part refunded outside');
      const kept = { transactionId: place.payment.id, keepplace: true };
      requireOk(await admin.call('POST', '/money/repair', kept));
      return 'a part refunded outside, the place kept';
    },
  ],
  'refund all outside': [
    2,
    async (family) => {
      const payment = pick(standing(family).flatMap(({ payment: of }) => of ?? []));
      if (payment?.card !== 'pm_card_visa' || leftAtCard(payment) === 0) return undefined;
      await dashboard.refund(payment.id);
      await work();
      for (const place of payment.places) {
        if (place.state === 'stands') end(place, 0);
        // What lessons had earned of it went back, too, and is asked of no one.
        Object.assign(place, { held: 0, earned: 0 });
      }
      return 'all refunded outside';
    },
  ],
  dispute: [
    2,
    async (family) => {
      const free = await findFree(family);
      if (!free) return undefined;
      const payment = await payByCard(family, [free], 'pm_card_createDispute');
      await agree('disputed');
      const isLost = chance(0.6);
      await dashboard.decide(payment.id, isLost ? 'losing_evidence' : 'winning_evidence');
      await work();
      const [place] = payment.places;
      if (!place) return undefined;
      if (isLost) {
        place.held = 0;
        end(place, 0);
      } else payment.card = 'pm_card_visa';
      return isLost ? 'dispute lost' : 'dispute won';
    },
  ],
  'too late': [
    1,
    async (family) => {
      const course = await addCourse();
      course.isOver = true;
      const [learnerid] = family.children;
      const opened = await family.parent.call('POST', '/create-payment-intent', {
        classid: course.id,
        learnerid,
        price: priceOf(course) / 100,
      });
      requireOk(opened);
      await confirmCard(school, opened.body.clientSecret);
      requireOk(await admin.call('DELETE', `/delete/${course.id}`));
      await work();
      return 'a payment that gave no place went back';
    },
  ],
  move: [
    2,
    async (family) => {
      const place = pick(standing(family).filter(({ course }) => !course.isOver));
      const learnerid = pick(family.children.filter((id) => id !== place?.learnerid));
      if (!place || !learnerid) return undefined;
      const { status } = await office.call('PUT', `/enrolments/${place.id}/learner`, { learnerid });
      if (status !== 200) return undefined;
      place.learnerid = learnerid;
      return 'moved';
    },
  ],
  merge: [
    2,
    async (family) => {
      const other = pick(families.filter((one) => !one.isGone && one !== family));
      if (!other) return undefined;
      const ids = { keep: family.parent.user._id, drop: other.parent.user._id };
      const { status, body } = await admin.call('POST', '/families/merge', ids);
      if (status !== 200) return undefined;
      const moved: Whose[] = [...places, ...charges, ...monies, ...invoices, ...plans].filter(
        (one) => one.family === other,
      );
      for (const one of moved) one.family = family;
      other.isGone = true;
      merged = { id: body.insertedId, at: school.clock.now, keep: family, drop: other, moved };
      if (families.filter(({ isGone }) => !isGone).length < 3) await addFamily();
      return 'merged';
    },
  ],
  unmerge: [
    3,
    async () => {
      if (!merged) return undefined;
      const { id, keep, drop, moved } = merged;
      if (!keep.isGone && chance(0.7)) await STEPS_OF['pay the family']?.[1](keep);
      merged = undefined;
      const { status } = await admin.call('DELETE', `/families/merge/${id}`);
      if (status !== 200) return undefined;
      const { user } = drop.parent;
      drop.parent = await school.signInAs({ ...user, uid: user.uid ?? '' });
      for (const one of moved) if (one.family === keep) one.family = drop;
      // What an invoice says stays with it.
      for (const { family, on } of invoices) for (const charge of on) charge.family = family;
      drop.isGone = false;
      await readParted([keep, drop]);
      return 'merge undone';
    },
  ],
  'call off': [
    1,
    async () => {
      const course = pick(courses.filter(({ isOver }) => !isOver));
      const some = places.filter((place) => place.course === course && place.state === 'stands');
      if (!course) return undefined;
      const refund = pick(['whole', 'lessons-left', 'none'] as const) ?? 'whole';
      const body = { reason: 'The hall is closed', refund, key: `c${++key}` };
      // As the job that ends the places has it, in the same moment.
      const earned = new Map(some.map((place) => [place, keptOf(place, refund)]));
      requireOk(await admin.call('POST', `/class/${course.id}/calloff`, body));
      course.isOver = true;
      await work();
      for (const place of some) {
        end(place, earned.get(place) ?? 0);
        if (place.by === 'card') sent(place);
      }
      return `called off, ${refund} goes back`;
    },
  ],
  delete: [
    1,
    async () => {
      const course = pick(courses.filter(({ isOver }) => !isOver));
      if (!course) return undefined;
      const { status } = await admin.call('DELETE', `/delete/${course.id}`);
      if (status !== 200) return undefined;
      course.isOver = true;
      // Those to come are cancelled, while the places stay.
      course.lessons = course.lessons.filter((startsat) => startsat <= school.clock.now);
      for (const place of places)
        if (place.course === course && place.state === 'stands' && place.by === 'due')
          Object.assign(place, { by: 'free', price: 0 });
      await work();
      return 'class taken off';
    },
  ],
  invoice: [
    4,
    async (family) => {
      const { user } = family.parent;
      const { body } = await admin.call('GET', `/families/${user._id}/uninvoiced`);
      const ids: string[] = body.charges.map(({ _id }: { _id: string }) => _id);
      const issued = { userid: user._id, chargeids: ids };
      const answer = await admin.call('POST', '/invoices', issued);
      if (answer.body.code === 'nothing-to-invoice') return undefined;
      requireOk(answer);
      const on = chargesOf(family).filter(({ id }) => ids.includes(id));
      invoices.push({ id: answer.body.insertedId, family, on });
      return `invoiced ${ids.length}`;
    },
  ],
  void: [
    2,
    async (family) => {
      const invoice = pick(invoices.filter((one) => one.family === family));
      if (!invoice) return undefined;
      const strike = chance(0.5);
      const body = { reason: 'The hall is closed', strike };
      requireOk(await admin.call('POST', `/invoices/${invoice.id}/void`, body));
      invoices.splice(invoices.indexOf(invoice), 1);
      if (strike) for (const charge of invoice.on) charge.isReversed = true;
      return strike ? 'void, no longer owed' : 'void';
    },
  ],
  'pay an invoice by card': [
    4,
    async (family) => {
      const { parent } = family;
      const findOpen = async (): Promise<string | undefined> => {
        const { body } = await parent.call('GET', '/account/invoices');
        return body.invoices.find(({ payable }: { payable: number }) => payable > 0)?._id;
      };
      if (!(await findOpen())) await invoiceMuch(family);
      const first = await findOpen();
      if (!first) return undefined;
      const opened = await parent.call('POST', `/invoices/${first}/pay`, {});
      requireOk(opened);
      const { id: transactionId } = await confirmCard(school, opened.body.clientSecret);
      requireOk(await parent.call('POST', `/invoices/${first}/paid`, { transactionId }));
      const amount = cents(opened.body.price);
      monies.push({ family, amount, left: 0 });
      paidByCard.add(family);
      return `${amount} by card for an invoice`;
    },
  ],
  'pay in instalments': [
    4,
    async (family) => {
      const { parent } = family;
      await invoiceMuch(family);
      const { body } = await parent.call('GET', '/account/invoices');
      const open = body.invoices.filter(({ payable }: { payable: number }) => payable > 20);
      const invoice = pick<{ _id: string }>(open);
      if (!invoice) return undefined;
      const parts = pick([2, 3]) ?? 2;
      const opened = await parent.call('POST', `/invoices/${invoice._id}/instalments`, { parts });
      if (opened.body.code === 'already-in-instalments') return undefined;
      requireOk(opened);
      const { clientSecret, price } = opened.body;
      requireOk(await parent.call('PUT', '/account/cards', { clientSecret, save: true }));
      const { id: transactionId } = await confirmCard(school, clientSecret);
      requireOk(await parent.call('POST', `/invoices/${invoice._id}/paid`, { transactionId }));
      monies.push({ family, amount: cents(price), left: 0 });
      paidByCard.add(family);
      plans.push({ invoiceid: invoice._id, family });
      return `${cents(price)} as the first of ${parts}`;
    },
  ],
  instalment: [
    6,
    async (family) => {
      const part = await findPart(family);
      if (!part) return undefined;
      const isRefused = chance(0.4);
      await bankSays(family, isRefused ? 'generic_decline' : 'succeeds');
      await school.db
        .updateTable('instalments')
        .set({ day: new Date(school.clock.now).toISOString().slice(0, 10), workat: school.clock.now })
        .where('_id', '=', part._id)
        .execute();
      await work();
      return isRefused ? 'the card was refused' : `${part.left} were due`;
    },
  ],
  'instalment by hand': [
    3,
    async (family) => {
      const part = await findPart(family);
      if (!part) return undefined;
      const note = { kind: pick(['cash', 'transfer'] as const), key: `i${++key}` };
      requireOk(await office.call('PUT', `/instalments/${part._id}/paid`, note));
      monies.push({ family, amount: cents(part.left), left: 0 });
      await readPaid(family);
      return `${part.left} of an instalment by ${note.kind}`;
    },
  ],
  'late fee': [
    2,
    async (family) => {
      await invoiceMuch(family);
      // It is due, then overdue, announced, and falls.
      for (let day = 0; day < 6; day++) {
        school.clock.now += DAY_MS;
        await work();
      }
      return 'not paid in time';
    },
  ],
  'refund credit to a card': [
    5,
    async (family) => {
      const { _id: userid } = family.parent.user;
      const amount = pick([300, 2500, 12_000]) ?? 300;
      const day = new Date(school.clock.now).toISOString().slice(0, 10);
      const thanks = { userid, kind: 'credit', label: 'Thank you', amount: amount / 100, day };
      const credited = await admin.call('POST', '/charges', { ...thanks, key: `x${++key}` });
      requireOk(credited);
      charges.push({ id: credited.body.insertedId, family, amount: -amount, isReversed: false });
      const body = { userid, amount: amount / 100, kind: 'cash', key: `f${++key}` };
      const answer = await admin.call('POST', '/refunds', body);
      if (answer.body.code === 'more-than-credit') return 'credited, and owed';
      requireOk(answer);
      const { card, byhand, insertedId } = answer.body;
      expect(cents(card) + cents(byhand)).toBe(amount);
      monies.push({ family, amount: -amount, left: 0 });
      const made = await cardsDb().selectFrom('cards_refunds').selectAll().execute();
      const [refund, ...others] = made.filter(({ metadata }) => metadata.includes(insertedId));
      expect([others.length, refund?.amount ?? 0]).toEqual([0, cents(card)]);
      const payment = places.find((place) => place.payment?.id === refund?.intentid)?.payment;
      if (payment) Object.assign(payment, { taken: payment.taken + cents(card), card: 'gave credit' });
      return `${cents(card)} of ${amount} to a card`;
    },
  ],
  'refund credit': [
    3,
    async () => {
      // What goes back to a card is of the payments that cards made; here it is handed out.
      const isByCard = (one: Family) => places.some(({ family, by }) => family === one && by === 'card');
      const isOpen = (one: Family) => !one.isGone && !isByCard(one) && !paidByCard.has(one);
      if (!families.some(isOpen)) await addFamily();
      const family = pick(families.filter(isOpen));
      if (!family) return undefined;
      const day = new Date(school.clock.now).toISOString().slice(0, 10);
      const { _id: userid } = family.parent.user;
      const paid = { userid, kind: 'cash', amount: 300, day, key: `m${++key}` };
      requireOk(await office.call('POST', '/movements', paid));
      monies.push({ family, amount: 30_000, left: 0 });
      await readPaid(family);
      const refund = { userid, amount: 1, kind: 'cash', key: `f${++key}` };
      const answer = await admin.call('POST', '/refunds', refund);
      if (answer.body.code === 'more-than-credit') return 'paid, and all of it was owed';
      requireOk(answer);
      monies.push({ family, amount: -100, left: 0 });
      return 'credit refunded';
    },
  ],
  erase: [
    1,
    async (family) => {
      const { uid } = family.parent.user;
      for (const place of standing(family)) {
        if (school.clock.now >= place.since + 2 * DAY_MS) continue;
        end(place, earnedNow(place));
        if (place.by === 'card') sent(place);
      }
      const want = owed(family) - owedBack(family) + beside(family);
      family.isGone = true;
      for (const invoice of invoices.filter((one) => one.family === family))
        invoices.splice(invoices.indexOf(invoice), 1);
      await eraseAccount(school.db, school.erasing, { uid: uid ?? '', now: school.clock.now });
      await work();
      const { body } = await admin.call('GET', '/families/former');
      const erasedat = new Date(school.clock.now).toISOString();
      const former = body.find((one: { erasedat: string }) => one.erasedat === erasedat);
      expect(cents(former?.balance ?? 0)).toBe(want);
      if (families.filter(({ isGone }) => !isGone).length < 3) await addFamily();
      return `erased, with ${want}`;
    },
  ],
  work: [
    3,
    async () => {
      await work();
      return 'jobs done';
    },
  ],
};

function keptOf(place: Place, refund: 'whole' | 'lessons-left' | 'none'): number {
  if (refund === 'whole' || place.by === 'due') return 0;
  return refund === 'none' ? place.held : earnedNow(place);
}

const DECK = Object.entries(STEPS_OF).flatMap(([name, [weight]]) => Array<string>(weight).fill(name));

const cents = (units: number) => Math.round(units * 100);

/** Whether what the product says of each family is what the model says; of one by every call. */
async function agree(after: string, family?: Family) {
  for (const one of families.filter(({ isGone }) => !isGone)) {
    const answer = await one.parent.call('GET', '/account/statement');
    requireOk(answer);
    const { lines, balance }: { lines: StatementLine[]; balance: number } = answer.body;
    await noteOwnDoings(one, lines);
    const want = owed(one) - owedBack(one) + beside(one);
    const story = `After "${after}": ${lines.map(({ kind, amount }) => `${kind} ${amount}`).join(', ')}.`;
    expect(cents(balance), story).toBe(want);
    let running = 0;
    for (const { amount, balance: then } of lines) {
      running += cents(amount);
      expect(cents(then)).toBe(running);
    }
    expect(running, story).toBe(want);
    if (one === family) await agreeOn(one, answer.body, story);
  }
}

async function agreeOn(family: Family, own: { balance: number; lines: StatementLine[] }, story: string) {
  const { parent } = family;
  const { balance, lines } = own;
  const { _id: userid } = parent.user;
  expect((await office.call('GET', `/families/${userid}/statement`)).body).toEqual(own);
  expect(lines.map(({ day }) => day)).toEqual(lines.map(({ day }) => day).sort());
  expect(new Set(lines.map(({ _id }) => _id)).size).toBe(lines.length);
  if (inject('dialect') === 'sqlite') await agreeWithPage(family, story);
  expect(await saidByMail(userid), story).toBe(cents(balance));
  if (steps++ % PRINTED_EVERY === 0) await agreeWithPrint(family, own);
  const from = pick(lines)?.day;
  if (!from) return;
  const later = (await parent.call('GET', `/account/statement?from=${from}`)).body;
  const before = lines.filter(({ day }) => day < from);
  const opening = { kind: 'opening', day: from, amount: before.at(-1)?.balance ?? 0 };
  expect(later).toMatchObject({ balance, lines: [opening, ...lines.slice(before.length)] });
}

/** What a mail that goes now says of an account's balance, in cents. */
async function saidByMail(userid: string): Promise<number> {
  const { db, readSchool, now } = school;
  const letter = { reader: 'account' as const, paragraphs: [] };
  const said = await sayOwed({ db, readSchool, now }, letter, { balance: userid });
  const [[words, sum] = []] = said?.facts ?? [];
  const isBack = JSON.stringify(words).includes('you_get_back');
  const { cents: amount } = sum as { cents: number };
  return isBack ? -amount : amount;
}

/** The printed statement has the balances of the page, line by line. */
async function agreeWithPrint(
  { parent }: Family,
  { lines, balance }: { balance: number; lines: StatementLine[] },
) {
  const answer = await school.app.inject({
    url: '/api/account/statement.pdf',
    headers: { authorization: `Bearer ${await parent.issue()}`, 'accept-language': 'en' },
  });
  expect(answer.statusCode).toBe(200);
  const pdf = await openPdf(answer.rawPayload);
  const cells: string[] = [];
  for (let page = 1; page <= pdf.numPages; page++)
    for (const part of await readTree(await pdf.getPage(page)))
      if (/^TD: ./.test(part)) cells.push(part.slice(4));
  const { exactMoney } = formatsOf(await school.readSchool());
  const sums = lines.flatMap((line) => [exactMoney(line.amount), exactMoney(line.balance)]);
  expect(cells.map(plain)).toEqual([...sums, exactMoney(0), exactMoney(Math.abs(balance))].map(plain));
}
/** The minus of a print is a hyphen or the sign. */
const plain = (sum: string) => sum.replace('−', '-');

/**
 * On SQLite alone: the few families of this school are so much of it that PostgreSQL reads a whole table for
 * the page of one.
 */
async function agreeWithPage(family: Family, story: string) {
  const { body } = await office.call('GET', `/families/${family.parent.user._id}`);
  const standingIds = body.enrolments
    .filter(({ state, payer }: { state: string; payer: unknown }) => state === 'enrolled' && payer === null)
    .map(({ _id }: { _id: string }) => _id);
  expect(standingIds.sort(), story).toEqual(
    standing(family)
      .map(({ id }) => id)
      .sort(),
  );
  expect(cents(body.owed), story).toBe(owed(family) + Math.max(0, beside(family)));
  expect(cents(body.owedback), story).toBe(owedBack(family, true));
}

/** What the money check of all months says is owed and what lies with the school, against the model's sums. */
async function reconcile() {
  const months = new Set<string>();
  for (let at = Date.UTC(2026, 8, 1); at <= school.clock.now + DAY_MS; at += DAY_MS)
    months.add(new Date(at).toISOString().slice(0, 7));
  let isOwed = 0;
  let isBack = 0;
  for (const month of months) {
    let next: string | null = '';
    while (next !== null) {
      const { body } = await admin.call('GET', `/money?month=${month}${next && `&after=${next}`}`);
      for (const line of body.lines) {
        isOwed += Math.round((line.owed ?? 0) * 100);
        if (line.verdict === 'owed-back') isBack += Math.round((line.received - line.refunded) * 100);
        else
          expect([line.verdict, isWrong(line.verdict)]).toEqual([line.verdict, EXPECTED.has(line.verdict)]);
      }
      next = body.next;
    }
  }
  expect(isOwed).toBe(families.reduce((sum, family) => sum + owed(family), 0));
  // The check says what lies with the school of them, with what of it the school keeps.
  const lying = places.filter(
    ({ state, by, held, earned }) =>
      state === 'ended' && (by === 'cash' || by === 'transfer') && held > earned,
  );
  expect(isBack).toBe(lying.reduce((sum, { held }) => sum + held, 0));
}

/** What is for the office to decide, which the histories leave behind. */
const EXPECTED = new Set(['partly-refunded', 'paid-not-enrolled']);

test(
  'whatever happens to families, their statements are what they owe and get back',
  async () => {
    const counts: Record<string, number> = {};
    for (let at = 0; at < STEPS; at++) {
      if (at > 0 && at % STEPS_OF_FAMILIES === 0) await beginAnew();
      school.clock.now += Math.floor(random() * 3 * HOUR_MS) + 1;
      const family = pick(families.filter(({ isGone }) => !isGone));
      // Now and then one of a kind that there was not yet.
      const missing = Object.keys(STEPS_OF).filter((kind) => !counts[kind]);
      const name = (at % 3 === 0 && pick(missing)) || pick(DECK);
      if (!family || !name) continue;
      const done = await STEPS_OF[name]?.[1](family);
      if (done === undefined) continue;
      counts[name] = (counts[name] ?? 0) + 1;
      await agree(`${at} ${name}: ${done}`, family);
    }
    await work();
    await agree('all');
    await reconcile();
    const records = { db: school.db, dialect: inject('dialect'), close: async () => {} };
    const findings = await checkRecords(records, { now: school.clock.now, hasEmbeddedCards: true });
    expect(findings.filter(({ state }) => state === 'wrong')).toEqual([]);
    report({ 'steps taken': STEPS, 'statements read': STEPS * 3 });
    expect(Object.keys(counts).sort()).toEqual(Object.keys(STEPS_OF).sort());
  },
  Math.max(600_000, STEPS * 600),
);
