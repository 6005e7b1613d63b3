import type { Stripe } from '@stripe/stripe-js';
import { classCalls, type MusicClass } from '#contract/classes/calls.ts';
import type { ApiError } from '#contract/client.ts';
import { type Learner, learnerCalls } from '#contract/learners/calls.ts';
import type { SavedCard } from '#contract/mandates/calls.ts';
import { type Enrolment, type PaymentIntent, paymentCalls } from '#contract/payments/calls.ts';
import type { CheckoutItem } from '#contract/payments/payment-path.ts';
import type { SignedInUser } from '#contract/users/calls.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { orMissing } from '#web/lib/api/missing.ts';
import type { Family } from '#web/lib/family/family.ts';
import { type OffOf, readTrialsOff } from '#web/lib/family/trials-off.ts';
import { lessOff } from '#web/lib/formats/less-off.ts';
import { dueNow, pricedAs } from '#web/lib/formats/price-words.ts';
import { clientConfig } from '#web/lib/page/config.ts';
import { cardForm } from './card-form.ts';
import { type EnteredCode, withCode } from './entered-code.ts';
import { type PaymentOptions, refusalOf, wholeOf } from './open-payment.ts';
import { readSavedCard } from './saved/saved-card.ts';

const api = apiOf(learnerCalls, paymentCalls, classCalls);

/**
 * A seat of a checkout: of which class, for whom, what it costs, in currency units, and what a trial lesson
 * has taken off that.
 */
export type CheckoutLine = {
  item: MusicClass;
  learner: Learner;
  fee: number;
  off: number;
  /** What it would cost, and why it costs less, as the school says. */
  full?: number;
  reason?: string;
};

/** Those that stand already. */
type Enrolled = readonly { line: CheckoutLine; enrolment: Enrolment }[];

/**
 * What the screen of a payment for several seats shows: what can be paid now, or why it cannot; `enrolled`
 * where nothing is left to pay.
 */
export type OpenCheckout = {
  family: Family;
  enrolled: Enrolled;
  lines: readonly CheckoutLine[];
  entered: EnteredCode;
} & (
  | { state: 'enrolled' | 'reserved' }
  | { state: 'payable'; intent: PaymentIntent; stripe: Stripe; card: SavedCard | undefined }
  | { state: 'refused'; problem: ApiError; full: readonly MusicClass[] }
  | { state: 'no-card-form'; problem: string }
);

/**
 * Holds a seat for each item, or none, and prepares the one payment for them. What is enrolled already is not
 * paid again. May be asked again: it is the same payment then. The not-found page where a class or a learner
 * is not there.
 */
export async function openCheckout(
  items: readonly CheckoutItem[],
  user: SignedInUser,
  options: PaymentOptions,
): Promise<OpenCheckout> {
  const { email } = user;
  const [family, classes, enrolments, offOf] = await Promise.all([
    api.listLearners(),
    readClasses(items),
    api.listEnrolments({ params: { email } }),
    readTrialsOff(),
  ]);
  const enrolmentOf = ({ item, learner }: CheckoutLine) =>
    enrolments.find(({ classid, learnerid }) => classid === item._id && learnerid === learner._id);
  const asked = linesOf(items, { classes, family, offOf });
  const enrolled = asked.flatMap((line) => {
    const enrolment = enrolmentOf(line);
    return enrolment ? [{ line, enrolment }] : [];
  });
  const lines = asked.filter((line) => !enrolmentOf(line));
  const { confirmclash, code, instalments } = options;
  const none: EnteredCode = { code: undefined, isUsed: false, problem: undefined };
  const known = { family, enrolled, lines, entered: none };
  if (lines.length === 0) return { ...known, state: 'enrolled' };

  const [{ intent, entered }, stripe, card] = await Promise.all([
    // What they cost today the school says.
    withCode(code, (one) =>
      api
        .checkout({ body: { items: lines.map(itemOf), confirmclash, code: one, instalments } })
        .catch(refusalOf),
    ),
    cardForm().catch((error: Error) => error),
    readSavedCard(),
  ]);
  if (intent instanceof Error) {
    // It was paid before and the school has just found out.
    if (intent.code === 'already-enrolled') return openCheckout(items, user, options);
    if (intent.code === 'already-reserved') return { ...known, entered, state: 'reserved' };
    return { ...known, entered, state: 'refused', problem: intent, full: await findFull(lines) };
  }
  if (stripe instanceof Error || !stripe) {
    return {
      ...known,
      entered,
      lines: pricedBy(intent, lines),
      state: 'no-card-form',
      problem: stripe?.message ?? '',
    };
  }
  return { ...known, entered, lines: pricedBy(intent, lines), state: 'payable', intent, stripe, card };
}

type Priced = Pick<PaymentIntent, 'price' | 'rest' | 'lessons' | 'fullprice' | 'pricereason'>;

const lineAs = (line: CheckoutLine, priced: Priced): CheckoutLine => ({
  ...line,
  item: pricedAs(line.item, { ...priced, price: priced.fullprice ?? wholeOf(priced) }),
  fee: wholeOf(priced),
  ...(priced.fullprice !== undefined && { full: priced.fullprice }),
  ...(priced.pricereason !== undefined && { reason: priced.pricereason }),
});

/** The lines as the school prices them. */
function pricedBy(intent: PaymentIntent, lines: readonly CheckoutLine[]): CheckoutLine[] {
  const [only] = lines;
  if (only && lines.length === 1) return [lineAs(only, intent)];
  return lines.map((line) => {
    const { classid, learnerid } = itemOf(line);
    const priced = intent.items?.find((one) => one.classid === classid && one.learnerid === learnerid);
    return priced ? lineAs(line, priced) : line;
  });
}

export const itemOf = ({ item, learner }: CheckoutLine): CheckoutItem => ({
  classid: item._id,
  learnerid: learner._id,
});

/** What they cost together, in currency units. */
export const sumOf = (lines: readonly CheckoutLine[]) =>
  lines.reduce((cents, { fee }) => cents + Math.round(fee * 100), 0) / 100;

/** The same before anything was taken off. */
export const fullSumOf = (lines: readonly CheckoutLine[]) =>
  sumOf(lines.map((line) => ({ ...line, fee: line.full ?? line.fee })));

function readClasses(items: readonly CheckoutItem[]): Promise<MusicClass[]> {
  const ids = [...new Set(items.map(({ classid }) => classid))];
  return Promise.all(ids.map((id) => orMissing(api.readClass({ params: { id } }))));
}

function linesOf(
  items: readonly CheckoutItem[],
  { classes, family, offOf }: { classes: readonly MusicClass[]; family: Family; offOf: OffOf },
): CheckoutLine[] {
  const { school } = clientConfig();
  return items.flatMap(({ classid, learnerid }) => {
    const item = classes.find(({ _id }) => _id === classid);
    const learner = family.find(({ _id }) => _id === learnerid);
    if (!item || !learner) return [];
    const due = dueNow(item, school);
    const off = due > 0 ? offOf({ classid, learnerid }) : 0;
    return [{ item, learner, fee: lessOff(due, off, school.currency), off }];
  });
}

/** The classes that have not a seat for each who is to have one, as they are at this moment. */
async function findFull(lines: readonly CheckoutLine[]): Promise<MusicClass[]> {
  const classes = await readClasses(lines.map(itemOf));
  const wantedOf = (id: string) => lines.filter(({ item }) => item._id === id).length;
  return classes.filter(({ _id, availableseat }) => availableseat < wantedOf(_id));
}
