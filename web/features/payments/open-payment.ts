import type { Stripe } from '@stripe/stripe-js';
import type { MusicClass } from '#contract/classes.ts';
import { ApiError, apiErrorOf } from '#contract/client.ts';
import type { CheckoutItem } from '#contract/payment-path.ts';
import type { Enrolment, PaymentIntent } from '#contract/payments.ts';
import type { User } from '#contract/users.ts';
import { api } from '#web/lib/api.ts';
import { clientConfig } from '#web/lib/config.ts';
import { cardForm } from './card-form.ts';
import { feeOf } from './fee-of.ts';

/** What the payment screen shows: whether the student is enrolled already, what can be paid now, or why neither. */
export type OpenPayment = { item: MusicClass; fee: number } & (
  | { state: 'enrolled'; enrolment: Enrolment }
  | { state: 'payable'; intent: PaymentIntent; stripe: Stripe }
  | { state: 'free' }
  | { state: 'refused'; problem: ApiError }
  | { state: 'no-card-form'; problem: string }
);

/**
 * Holds a seat in a class for somebody whom the person who is signed in looks after, and prepares its payment. May be asked again: it is the same
 * payment then.
 */
export async function openPayment(classid: string, { email }: User, learnerid: string): Promise<OpenPayment> {
  const [item, enrolment] = await Promise.all([
    api.readClass({ params: { id: classid } }),
    findEnrolment({ classid, learnerid }, email),
  ]);
  const { enrolmentPrice } = clientConfig().school;
  const fee = feeOf(item, enrolmentPrice);
  if (enrolment) return { item, fee, state: 'enrolled', enrolment };
  if (fee === 0) return { item, fee, state: 'free' };

  const [intent, stripe] = await Promise.all([
    api.createPaymentIntent({ body: { price: fee, classid, learnerid } }).catch(refusalOf),
    cardForm().catch((error: Error) => error),
  ]);
  if (intent instanceof Error) {
    // It was paid before and the school has just found out.
    if (intent.code === 'already-enrolled') return openPaidPayment({ item, fee }, learnerid, email);
    return { item, fee, state: 'refused', problem: intent };
  }
  if (stripe instanceof Error || !stripe) {
    return { item, fee, state: 'no-card-form', problem: stripe?.message ?? '' };
  }
  return { item, fee, state: 'payable', intent, stripe };
}

/** What the school refuses is shown; where nobody answers the page cannot be. */
export function refusalOf(error: unknown): ApiError {
  const refusal = apiErrorOf(error);
  if (!refusal || refusal.kind === 'silence') throw error;
  return refusal;
}

async function findEnrolment(place: CheckoutItem, email: string): Promise<Enrolment | undefined> {
  const { items } = await api.browseEnrolments({ params: { email }, querystring: place });
  return items[0];
}

async function openPaidPayment(
  paid: { item: MusicClass; fee: number },
  learnerid: string,
  email: string,
): Promise<OpenPayment> {
  const enrolment = await findEnrolment({ classid: paid.item._id, learnerid }, email);
  if (!enrolment) throw new ApiError({ status: 409, code: 'already-enrolled', detail: 'You are enrolled.' });
  return { ...paid, state: 'enrolled', enrolment };
}
