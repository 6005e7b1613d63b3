import type { Stripe } from '@stripe/stripe-js';
import type { MusicClass } from '#contract/classes.ts';
import { ApiError, apiErrorOf } from '#contract/client.ts';
import type { Enrolment, PaymentIntent } from '#contract/payments.ts';
import type { User } from '#contract/users.ts';
import { api } from '#web/lib/api.ts';
import { clientConfig } from '#web/lib/config.ts';
import { loadPayments } from './load-stripe.ts';

/** What the payment screen shows: whether the student is enrolled already, what can be paid now, or why neither. */
export type OpenPayment = { item: MusicClass; fee: number } & (
  | { state: 'enrolled'; enrolment: Enrolment }
  | { state: 'payable'; intent: PaymentIntent; stripe: Stripe }
  | { state: 'free' }
  | { state: 'refused'; problem: ApiError }
  | { state: 'no-card-form'; problem: string }
);

let loading: Promise<Stripe | null> | undefined;

/** One object for as long as the page lives: React's bindings do not take another. A failure is forgotten, so that it can be tried again. */
function cardForm(): Promise<Stripe | null> {
  loading ??= loadPayments(clientConfig().cards);
  loading.catch(() => {
    loading = undefined;
  });
  return loading;
}

/** Holds a seat in a class for the person who is signed in and prepares its payment. May be asked again: it is the same payment then. */
export async function openPayment(classid: string, { email }: User): Promise<OpenPayment> {
  const [item, enrolment] = await Promise.all([
    api.readClass({ params: { id: classid } }),
    findEnrolment(classid, email),
  ]);
  const { enrolmentPrice } = clientConfig().school;
  const fee = enrolmentPrice === 'class' ? item.price : enrolmentPrice;
  if (enrolment) return { item, fee, state: 'enrolled', enrolment };
  if (fee === 0) return { item, fee, state: 'free' };

  const [intent, stripe] = await Promise.all([
    api.createPaymentIntent({ body: { price: fee, classid } }).catch(refusalOf),
    cardForm().catch((error: Error) => error),
  ]);
  if (intent instanceof Error) {
    // It was paid before and the school has just found out.
    if (intent.code === 'already-enrolled') return openPaidPayment(item, fee, email);
    return { item, fee, state: 'refused', problem: intent };
  }
  if (stripe instanceof Error || !stripe) {
    return { item, fee, state: 'no-card-form', problem: stripe?.message ?? '' };
  }
  return { item, fee, state: 'payable', intent, stripe };
}

/** What the school refuses is shown; where nobody answers the page cannot be. */
function refusalOf(error: unknown): ApiError {
  const refusal = apiErrorOf(error);
  if (!refusal || refusal.kind === 'silence') throw error;
  return refusal;
}

async function findEnrolment(classid: string, email: string): Promise<Enrolment | undefined> {
  const { items } = await api.browseEnrolments({ params: { email }, querystring: { classid } });
  return items[0];
}

async function openPaidPayment(item: MusicClass, fee: number, email: string): Promise<OpenPayment> {
  const enrolment = await findEnrolment(item._id, email);
  if (!enrolment) throw new ApiError({ status: 409, code: 'already-enrolled', detail: 'You are enrolled.' });
  return { item, fee, state: 'enrolled', enrolment };
}
