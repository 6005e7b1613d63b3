import type { Stripe, StripeCardElement, StripeError } from '@stripe/stripe-js';
import { apiErrorOf } from '#contract/client.ts';
import { t } from '#languages/t.ts';

/**
 * How an attempt to pay ended. `unknown`: no answer came, so the money may have moved or not; asking again
 * with the same `clientSecret` never charges twice. `stale`: this payment cannot be made any more, a new one
 * has to be prepared.
 */
export type PaymentOutcome =
  | { kind: 'paid'; transactionId: string }
  | { kind: 'refused'; message: string }
  | { kind: 'unknown' }
  | { kind: 'stale' };

type Billing = { email: string; name: string };

/** What the school is told before the card is charged; may reject with `ApiError`. */
export type Beforehand = {
  /** Lets the saved card pay instead of that of the form; gives its id. */
  takeSaved?: (() => Promise<string>) | undefined;
  /** Says whether the card of the form is saved. */
  sayWhetherSaved?: (() => Promise<unknown>) | undefined;
};

/**
 * Pays an intent with the card of the form, or saves the card where that is what the intent is for, or finds out that it is paid already. Not one of the changes that
 * a page's action makes: the card stands in Stripe's own element, which no action can be given, and a
 * challenge of the bank may open over it.
 */
export async function payByCard(
  stripe: Stripe,
  {
    card,
    clientSecret,
    billing,
    isUncertain,
    ...before
  }: { card: StripeCardElement; clientSecret: string; billing: Billing; isUncertain: boolean } & Beforehand,
): Promise<PaymentOutcome> {
  if (isUncertain) {
    const known = await lookUp(stripe, clientSecret);
    if (known.kind !== 'refused') return known;
  }
  const prepared = await prepareCard(stripe, { card, clientSecret, billing, ...before });
  if (typeof prepared !== 'string') return prepared;
  if (isSetup(clientSecret)) return saveByCard(stripe, { clientSecret, payment_method: prepared });
  const { error, paymentIntent } = await stripe.confirmCardPayment(clientSecret, {
    payment_method: prepared,
  });
  if (paymentIntent?.status === 'succeeded') return { kind: 'paid', transactionId: paymentIntent.id };
  if (!error) return { kind: 'unknown' };
  const { payment_intent: intent } = error;
  // Paid before, by a click whose answer was lost.
  if (intent?.status === 'succeeded') return { kind: 'paid', transactionId: intent.id };
  if (intent?.status === 'canceled') return { kind: 'stale' };
  return isSilence(error) ? lookUp(stripe, clientSecret) : refusalOf(error);
}

/** Whether a card is only saved, to be charged later: a setup intent. */
export const isSetup = (clientSecret: string) => clientSecret.startsWith('seti_');

/** Saves a card without a payment; `paid` once it is saved. */
async function saveByCard(
  stripe: Stripe,
  { clientSecret, ...method }: { clientSecret: string; payment_method: string },
): Promise<PaymentOutcome> {
  const { error, setupIntent } = await stripe.confirmCardSetup(clientSecret, method);
  if (setupIntent?.status === 'succeeded') return { kind: 'paid', transactionId: setupIntent.id };
  if (!error) return { kind: 'unknown' };
  const { setup_intent: known } = error;
  if (known?.status === 'succeeded') return { kind: 'paid', transactionId: known.id };
  if (known?.status === 'canceled') return { kind: 'stale' };
  return isSilence(error) ? lookUp(stripe, clientSecret) : refusalOf(error);
}

/** The card to pay with, by its id at the card service; or why the payment ends here. */
async function prepareCard(
  stripe: Stripe,
  {
    card,
    clientSecret,
    billing,
    takeSaved,
    sayWhetherSaved,
  }: { card: StripeCardElement; clientSecret: string; billing: Billing } & Beforehand,
): Promise<string | PaymentOutcome> {
  try {
    if (takeSaved) return await takeSaved();
    const made = await stripe.createPaymentMethod({ type: 'card', card, billing_details: billing });
    if (made.error) return refusalOf(made.error);
    await sayWhetherSaved?.();
    return made.paymentMethod.id;
  } catch (error) {
    const refusal = apiErrorOf(error);
    if (!refusal) throw error;
    // It was paid or ended meanwhile: the intent knows.
    if (refusal.code === 'payment-expired') return lookUp(stripe, clientSecret);
    return { kind: 'refused', message: refusal.message };
  }
}

const isSilence = ({ type }: StripeError) => type === 'api_connection_error' || type === 'api_error';

const refusalOf = ({ message }: StripeError): PaymentOutcome => ({
  kind: 'refused',
  message: message ?? t('payments.card_could_not_be_charged'),
});

async function lookUp(stripe: Stripe, clientSecret: string): Promise<PaymentOutcome> {
  const intent = isSetup(clientSecret)
    ? (await stripe.retrieveSetupIntent(clientSecret)).setupIntent
    : (await stripe.retrievePaymentIntent(clientSecret)).paymentIntent;
  switch (intent?.status) {
    case 'succeeded':
      return { kind: 'paid', transactionId: intent.id };
    case 'canceled':
      return { kind: 'stale' };
    case 'requires_payment_method':
    case 'requires_confirmation':
    case 'requires_action':
      return {
        kind: 'refused',
        message: t('payments.payment_did_not_go_through'),
      };
    default:
      return { kind: 'unknown' };
  }
}
