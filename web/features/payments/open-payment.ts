import type { Stripe } from '@stripe/stripe-js';
import { classCalls, type MusicClass } from '#contract/classes/calls.ts';
import { ApiError, apiErrorOf } from '#contract/client.ts';
import type { SavedCard } from '#contract/mandates/calls.ts';
import { type Enrolment, type PaymentIntent, paymentCalls } from '#contract/payments/calls.ts';
import type { CheckoutItem } from '#contract/payments/payment-path.ts';
import type { SignedInUser } from '#contract/users/calls.ts';
import { t } from '#languages/t.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { readTrialsOff } from '#web/lib/family/trials-off.ts';
import { lessOff } from '#web/lib/formats/less-off.ts';
import { dueNow, pricedAs } from '#web/lib/formats/price-words.ts';
import { clientConfig } from '#web/lib/page/config.ts';
import { cardForm } from './card-form.ts';
import { type EnteredCode, withCode } from './entered-code.ts';
import { readSavedCard } from './saved/saved-card.ts';

const api = apiOf(classCalls, paymentCalls);

/**
 * What the payment screen shows: whether the student is enrolled already or has a place reserved, what can be paid now, or why
 * neither. `fee` is what is paid, in currency units, and `off` what a trial lesson has taken off it.
 */
export type OpenPayment = {
  item: MusicClass;
  fee: number;
  off: number;
  /** What it would cost, and why it costs less, as the school says. */
  full?: number | undefined;
  reason?: string | undefined;
  entered: EnteredCode;
} & (
  | { state: 'enrolled'; enrolment: Enrolment }
  | { state: 'payable'; intent: PaymentIntent; stripe: Stripe; card: SavedCard | undefined }
  | { state: 'reserved' }
  | { state: 'free' }
  | { state: 'refused'; problem: ApiError }
  | { state: 'no-card-form'; problem: string }
);

/** How it is to be paid, as the address of the page says. */
export type PaymentOptions = {
  confirmclash: boolean;
  code?: string | undefined;
  /** In how many instalments; all at once where it is left out. */
  instalments?: number | undefined;
};

/** What places cost with what is paid in later instalments, in currency units. */
export const wholeOf = ({ price, rest = 0 }: Pick<PaymentIntent, 'price' | 'rest'>): number =>
  Math.round((price + rest) * 100) / 100;

/** The instalments of which a payment is the first one. */
export function planOf({ parts, words, currency }: PaymentIntent) {
  return parts && words !== undefined ? { parts, words, currency } : undefined;
}

const NO_CODE: EnteredCode = { code: undefined, isUsed: false, problem: undefined };

/**
 * Holds a seat in a class for one of the caller's learners, and prepares its payment. May be asked again: it
 * is the same payment then.
 */
export async function openPayment(
  place: CheckoutItem,
  { email }: SignedInUser,
  { confirmclash, code, instalments }: PaymentOptions,
): Promise<OpenPayment> {
  const { classid, learnerid } = place;
  const [item, enrolment, offOf] = await Promise.all([
    api.readClass({ params: { id: classid } }),
    findEnrolment(place, email),
    readTrialsOff(learnerid),
  ]);
  const { school } = clientConfig();
  const due = dueNow(item, school);
  const off = due > 0 ? offOf(place) : 0;
  const fee = lessOff(due, off, school.currency);
  if (enrolment) return paidPayment(item, enrolment);
  // Of a class that is over the school says so.
  if (fee === 0 && item.today?.price !== undefined)
    return { item, fee, off, entered: NO_CODE, state: 'free' };

  const [{ intent, entered }, stripe, card] = await Promise.all([
    // What it costs today the school says.
    withCode(code, (one) =>
      api.checkout({ body: { items: [place], confirmclash, code: one, instalments } }).catch(refusalOf),
    ),
    cardForm().catch((error: Error) => error),
    readSavedCard(),
  ]);
  if (intent instanceof Error) {
    // It was paid before and the school has just found out.
    if (intent.code === 'already-enrolled') return openPaidPayment(item, learnerid, email);
    if (intent.code === 'already-reserved') return { item, fee, off, entered, state: 'reserved' };
    // So little is left of the class that it comes to no cent.
    if (intent.code === 'nothing-to-pay') return { item, fee: 0, off, full: due, entered, state: 'free' };
    return { item, fee, off, entered, state: 'refused', problem: intent };
  }
  if (stripe instanceof Error || !stripe) {
    return { ...priced(item, intent, off), entered, state: 'no-card-form', problem: stripe?.message ?? '' };
  }
  return { ...priced(item, intent, off), entered, state: 'payable', intent, stripe, card };
}

const priced = (item: MusicClass, intent: PaymentIntent, off: number) => ({
  item: pricedAs(item, { ...intent, price: intent.fullprice ?? wholeOf(intent) }),
  fee: wholeOf(intent),
  off,
  full: intent.fullprice,
  reason: intent.pricereason,
});

/** A refusal is shown on the page; without an answer the page fails. */
export function refusalOf(error: unknown): ApiError {
  const refusal = apiErrorOf(error);
  if (!refusal || refusal.kind === 'silence') throw error;
  return refusal;
}

async function findEnrolment(place: CheckoutItem, email: string): Promise<Enrolment | undefined> {
  const { items } = await api.browseEnrolments({ params: { email }, querystring: place });
  return items[0];
}

async function openPaidPayment(item: MusicClass, learnerid: string, email: string): Promise<OpenPayment> {
  const enrolment = await findEnrolment({ classid: item._id, learnerid }, email);
  if (!enrolment)
    throw new ApiError({ status: 409, code: 'already-enrolled', detail: t('payments.you_are_enrolled') });
  return paidPayment(item, enrolment);
}

const paidPayment = (item: MusicClass, enrolment: Enrolment): OpenPayment => ({
  item,
  fee: enrolment.price,
  off: 0,
  entered: NO_CODE,
  state: 'enrolled',
  enrolment,
});
