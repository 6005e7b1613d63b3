import type {
  ConfirmCardPaymentData,
  ConfirmCardSetupData,
  CreatePaymentMethodCardData,
  PaymentIntent,
  PaymentIntentResult,
  PaymentMethodResult,
  SetupIntent,
  SetupIntentResult,
  Stripe,
  StripeCardElement,
  StripeElements,
  StripeError,
} from '@stripe/stripe-js';
import { type CardElement, createCardElement } from './card-element.ts';
import { expiryOf } from './card-entry.ts';
import { CardsError, cardsApi, type Form } from './cards-api.ts';
import { askChallenge } from './challenge-dialog.ts';

export type EmbeddedStripeOptions = {
  publishableKey: string;
  /** The address that `/v1/…` is appended to. */
  baseUrl: string;
  fetch?: typeof fetch;
  /** Epoch milliseconds. */
  now?: () => number;
};

/**
 * A browser object with the part of Stripe's surface that the payment screen and `@stripe/react-stripe-js`
 * use, on the embedded card payments service. Like Stripe's it never throws for what a payment may meet: it
 * resolves to `{ error }`.
 */
export function createEmbeddedStripe(options: EmbeddedStripeOptions): Stripe {
  const { publishableKey, baseUrl, fetch = globalThis.fetch.bind(globalThis), now = Date.now } = options;
  const api = cardsApi({ baseUrl, publishableKey, fetch });
  const cards = new WeakMap<object, CardElement>();

  const createPaymentMethod = (data: CreatePaymentMethodCardData): Promise<PaymentMethodResult> =>
    resultOf(async () => ({ paymentMethod: await api.createPaymentMethod(methodForm(cards, data)) }));

  const confirmCardPayment = (
    clientSecret: string,
    data: ConfirmCardPaymentData = {},
  ): Promise<PaymentIntentResult> =>
    resultOf(async () => {
      const form = confirmForm(cards, data);
      const intent = await api.confirmIntent(clientSecret, form).catch(async (error) => {
        // The answer was lost, the payment perhaps not: the intent knows.
        if (error instanceof CardsError && error.error.type === 'api_connection_error') {
          const found = await api.readIntent(clientSecret).catch(() => null);
          if (found && found.status !== 'requires_payment_method') return found;
        }
        throw error;
      });
      if (intent.status !== 'requires_action') return { paymentIntent: intent };
      return { paymentIntent: await challenge(clientSecret, intent) };
    });

  const confirmCardSetup = (
    clientSecret: string,
    data: ConfirmCardSetupData = {},
  ): Promise<SetupIntentResult> =>
    resultOf(async () => {
      const form = confirmForm(cards, data as ConfirmCardPaymentData);
      const setup = await api.confirmSetup(clientSecret, form).catch(async (error) => {
        if (error instanceof CardsError && error.error.type === 'api_connection_error') {
          const found = await api.readSetup(clientSecret).catch(() => null);
          if (found && found.status !== 'requires_payment_method') return found;
        }
        throw error;
      });
      if (setup.status !== 'requires_action') return { setupIntent: setup };
      await api.completeChallenge(sourceOf(setup), await askChallenge());
      const ended = await api.readSetup(clientSecret);
      if (ended.last_setup_error) throw new CardsError({ ...ended.last_setup_error, setup_intent: ended });
      return { setupIntent: ended };
    });

  async function challenge(clientSecret: string, intent: PaymentIntent): Promise<PaymentIntent> {
    await api.completeChallenge(sourceOf(intent), await askChallenge(intent));
    const ended = await api.readIntent(clientSecret);
    if (ended.last_payment_error) {
      throw new CardsError({ ...ended.last_payment_error, payment_intent: ended });
    }
    return ended;
  }

  const stripe = {
    elements: () => createElements(cards, now),
    createPaymentMethod,
    confirmCardPayment,
    confirmCardSetup,
    retrievePaymentIntent: (clientSecret: string): Promise<PaymentIntentResult> =>
      resultOf(async () => ({ paymentIntent: await api.readIntent(clientSecret) })),
    retrieveSetupIntent: (clientSecret: string): Promise<SetupIntentResult> =>
      resultOf(async () => ({ setupIntent: await api.readSetup(clientSecret) })),
    createToken: async () => ({ error: NO_TOKENS }),
    _registerWrapper: () => {},
    registerAppInfo: () => {},
  };
  // Stripe's type has a hundred further calls, none of which the product makes.
  return stripe as unknown as Stripe;
}

/** Of which challenge the cardholder is asked. */
function sourceOf({ next_action }: Pick<PaymentIntent | SetupIntent, 'next_action'>): string {
  const action = next_action?.use_stripe_sdk as { three_d_secure_2_source?: string } | undefined;
  return action?.three_d_secure_2_source ?? '';
}

const NO_TOKENS: StripeError = {
  type: 'invalid_request_error',
  message: 'The embedded card payments make payment methods, no tokens.',
};

/** Turns what was thrown into Stripe's `{ error }`. */
async function resultOf<T>(work: () => Promise<T>): Promise<T | { error: StripeError }> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof CardsError) return { error: error.error };
    throw error;
  }
}

function createElements(cards: WeakMap<object, CardElement>, now: () => number): StripeElements {
  let current: StripeCardElement | null = null;
  const elements = {
    create: (type: string, options: Parameters<typeof createCardElement>[0] = {}) => {
      if (type !== 'card') throw new Error(`The embedded card payments have no element '${type}'.`);
      if (current) throw new Error("Can't create more than one card element; destroy the first one.");
      const card = createCardElement(options, {
        now,
        onDestroy: () => {
          current = null;
        },
      });
      cards.set(card.element, card);
      current = card.element;
      return card.element;
    },
    getElement: (type: string | { __elementType?: string }) =>
      (typeof type === 'string' ? type : type.__elementType) === 'card' ? current : null,
    update: () => {},
    fetchUpdates: async () => ({}),
    submit: async () => ({}),
  };
  return elements as unknown as StripeElements;
}

function confirmForm(cards: WeakMap<object, CardElement>, data: ConfirmCardPaymentData): Form {
  const { payment_method: method, return_url } = data;
  return {
    expected_payment_method_type: 'card',
    use_stripe_sdk: 'true',
    return_url,
    ...(typeof method === 'object'
      ? { payment_method_data: methodForm(cards, { type: 'card', ...method }) }
      : { payment_method: method }),
  };
}

/**
 * Reads the card out of its element at the last moment. Throws `CardsError` when it is not complete and
 * right.
 */
function methodForm(
  cards: WeakMap<object, CardElement>,
  { card, billing_details }: CreatePaymentMethodCardData,
): Form {
  const read = cards.get(card)?.read();
  if (!read) {
    throw new CardsError({
      type: 'invalid_request_error',
      message: 'There is no card element to read from.',
    });
  }
  if ('code' in read) throw new CardsError(read);
  const { month, year } = expiryOf(read.expiry);
  return {
    type: 'card',
    card: { number: read.number, exp_month: String(month), exp_year: String(year), cvc: read.cvc },
    billing_details: billing_details && {
      name: billing_details.name,
      email: billing_details.email,
      phone: billing_details.phone,
      address: billing_details.address && { ...billing_details.address },
    },
  };
}
