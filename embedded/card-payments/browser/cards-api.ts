import type { PaymentIntent, PaymentMethod, SetupIntent, StripeError } from '@stripe/stripe-js';
import type { ChallengeOutcome } from '#contract/protocols/card-payments.ts';
import { t } from '#languages/t.ts';
import { refusalIn } from './refusal-words.ts';

/** What a call may send: texts, in trees. What is null or undefined is left out. */
export type Form = { [name: string]: string | null | undefined | Form };

/**
 * The service answered with an error of its own, or could not be reached (`type: 'api_connection_error'`).
 */
export class CardsError extends Error {
  readonly error: StripeError;

  constructor(error: StripeError) {
    const said = refusalIn(error);
    super(said.message);
    this.name = 'CardsError';
    this.error = said;
  }
}

export type CardsApi = ReturnType<typeof cardsApi>;

/** The calls that a browser makes to the card payments service; each throws `CardsError`. */
export function cardsApi(options: { baseUrl: string; publishableKey: string; fetch: typeof fetch }) {
  const { baseUrl, publishableKey: key } = options;

  async function call<T>(path: string, init?: RequestInit): Promise<T> {
    const answer = await options.fetch(baseUrl + path, init).catch(() => null);
    const body: unknown = await answer?.json().catch(() => null);
    if (answer?.ok && body) return body as T;
    throw new CardsError((body as { error?: StripeError } | null)?.error ?? unreachable());
  }

  const post = <T>(path: string, form: Form) =>
    call<T>(path, { method: 'POST', body: encode({ key, ...form }) });
  const pathIn = (list: string) => (clientSecret: string) => `/v1/${list}/${idIn(clientSecret)}`;
  const intentPath = pathIn('payment_intents');
  const setupPath = pathIn('setup_intents');
  const reading = (clientSecret: string) =>
    encode({ key, client_secret: clientSecret, is_stripe_sdk: 'false' });

  return {
    createPaymentMethod: (form: Form) => post<PaymentMethod>('/v1/payment_methods', form),
    confirmIntent: (clientSecret: string, form: Form) =>
      post<PaymentIntent>(`${intentPath(clientSecret)}/confirm`, { client_secret: clientSecret, ...form }),
    readIntent: (clientSecret: string) =>
      call<PaymentIntent>(`${intentPath(clientSecret)}?${reading(clientSecret)}`),
    confirmSetup: (clientSecret: string, form: Form) =>
      post<SetupIntent>(`${setupPath(clientSecret)}/confirm`, { client_secret: clientSecret, ...form }),
    readSetup: (clientSecret: string) =>
      call<SetupIntent>(`${setupPath(clientSecret)}?${reading(clientSecret)}`),
    completeChallenge: (source: string, outcome: ChallengeOutcome) =>
      post<unknown>('/v1/3ds2/challenge_complete', { source, outcome }),
  };
}

const unreachable = (): StripeError => ({
  type: 'api_connection_error',
  message: t('cards.unreachable'),
});

/** `pi_1_secret_2` holds the id of its intent. */
const idIn = (clientSecret: string) => encodeURIComponent(clientSecret.split('_secret_', 1)[0] ?? '');

/** Stripe's form encoding: `a[b]=x`. */
function encode(form: Form): URLSearchParams {
  const pairs = (tree: Form, prefix: string): [string, string][] =>
    Object.entries(tree).flatMap(([name, value]) => {
      const path = prefix ? `${prefix}[${name}]` : name;
      if (value === null || value === undefined) return [];
      return typeof value === 'string' ? [[path, value] satisfies [string, string]] : pairs(value, path);
    });
  return new URLSearchParams(pairs(form, ''));
}
