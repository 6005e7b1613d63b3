import type { Stripe } from '@stripe/stripe-js';
import { classCalls, type MusicClass } from '#contract/classes/calls.ts';
import type { ApiError } from '#contract/client.ts';
import type { SavedCard } from '#contract/mandates/calls.ts';
import type { PaymentIntent } from '#contract/payments/calls.ts';
import type { CheckoutItem } from '#contract/payments/payment-path.ts';
import { type Trial, trialCalls } from '#contract/trials/calls.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { orMissing, orNull } from '#web/lib/api/missing.ts';
import { cardForm } from './card-form.ts';
import { refusalOf } from './open-payment.ts';
import { readSavedCard } from './saved/saved-card.ts';

const api = apiOf(classCalls, trialCalls);

/** Which lesson is tried, and by whom. */
export type TrialWish = CheckoutItem & { lessonid: string };

/**
 * What the screen of a trial lesson shows: whether it is booked, what can be paid now, or why neither. `free`:
 * it costs nothing and is not booked yet, which no address alone does.
 */
export type OpenTrial = {
  item: MusicClass;
  /** Undefined of a lesson that is not offered. */
  lesson: Pick<Trial, 'startsat' | 'endsat' | 'room'> | undefined;
  /** In currency units. */
  price: number;
} & (
  | { state: 'booked'; trial: Trial }
  | { state: 'payable'; intent: PaymentIntent; stripe: Stripe; card: SavedCard | undefined }
  | { state: 'free' }
  | { state: 'refused'; problem: ApiError }
  | { state: 'no-card-form'; problem: string }
);

/**
 * Holds the place of a trial lesson and prepares its payment. May be asked again: it is the same payment then.
 */
export async function openTrial(wish: TrialWish): Promise<OpenTrial> {
  const { classid, lessonid, learnerid } = wish;
  const params = { id: classid };
  const [item, offer, trials] = await Promise.all([
    orMissing(api.readClass({ params })),
    orNull(api.offerTrials({ params })),
    api.listTrials({ querystring: { learnerid } }),
  ]);
  const trial = trials.find((one) => one.lessonid === lessonid && one.state !== 'ended');
  const lesson = trial ?? offer?.lessons.find(({ _id }) => _id === lessonid);
  if (trial && trial.state !== 'paying') return { item, lesson, price: trial.price, state: 'booked', trial };
  const price = offer?.price ?? trial?.price ?? 0;
  const shown = { item, lesson, price };
  if (offer?.price === 0) return { ...shown, state: 'free' };

  const [opened, stripe, card] = await Promise.all([
    api.bookTrial({ body: { learnerid, lessonid, ...(price > 0 && { price }) } }).catch(refusalOf),
    cardForm().catch((error: Error) => error),
    readSavedCard(),
  ]);
  if (opened instanceof Error) return { ...shown, state: 'refused', problem: opened };
  const { payment: intent } = opened;
  // It was paid before and the school has just found out.
  if (!intent) return openTrial(wish);
  const payable = { ...shown, price: intent.price };
  if (stripe instanceof Error || !stripe)
    return { ...payable, state: 'no-card-form', problem: stripe?.message ?? '' };
  return { ...payable, state: 'payable', intent, stripe, card };
}
