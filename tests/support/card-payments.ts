import fastify, { type FastifyInstance } from 'fastify';
import type Stripe from 'stripe';
import type { CardPaymentsOptions, Service } from '#embedded/card-payments/options.ts';
import { cardPaymentsService } from '#embedded/card-payments/plugin.ts';
import { type CardPaymentsTables, cardPaymentsTables } from '#embedded/card-payments/tables.ts';
import { migrate, type OpenDatabase, openSqliteInMemory } from '#server/database/open.ts';

export const PUBLISHABLE_KEY = 'pk_test_cadenza';
export const SECRET_KEY = 'sk_test_cadenza';
export const WEBHOOK = { url: 'http://school.test/hook', secret: 'whsec_cadenza' };
/** Where the clock of a fresh service stands. */
export const START_MS = Date.UTC(2030, 0, 15, 9);
export const CARD = { number: '4242424242424242', exp_month: '12', exp_year: '34', cvc: '123' };

export type Form = { [name: string]: string };
export type CardsAnswer<T> = {
  status: number;
  headers: Record<string, unknown>;
  body: T & { error?: Stripe.StripeRawError & { payment_intent?: Stripe.PaymentIntent } };
};

type CallOptions = { key?: string; idempotencyKey?: string; from?: string };
type Options = Partial<CardPaymentsOptions> & {
  database?: OpenDatabase<CardPaymentsTables>;
  migrated?: boolean;
  /** What stands before `/v1/…`; `call` and what is made of it expect `/cards`. */
  prefix?: string;
  /** Takes the lines of the log. */
  log?: (line: string) => void;
};

export type TestCards = Awaited<ReturnType<typeof openCards>>;

/**
 * A card payments service with both surfaces below `/cards`, on a clock that tests move. Its limits are off
 * unless asked for.
 */
export async function openCards(options: Options = {}) {
  const {
    database = openSqliteInMemory<CardPaymentsTables>(),
    migrated,
    log,
    prefix = '/cards',
    ...rest
  } = options;
  if (!migrated) await migrate(database.db, cardPaymentsTables);
  const clock = { now: START_MS };
  const service: Service = {
    db: database.db,
    publishableKey: PUBLISHABLE_KEY,
    secretKey: SECRET_KEY,
    now: () => clock.now,
    fetch: async () => new Response(),
    ...rest,
  };
  const app: FastifyInstance = fastify({
    trustProxy: true,
    ...(log ? { logger: { level: 'trace', stream: { write: log } } } : {}),
  });
  await app.register(cardPaymentsService, {
    surface: 'both',
    rateLimitFactor: 1000,
    ...rest,
    ...service,
    prefix,
  });

  async function call<T = Record<string, unknown>>(
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    form: Form = {},
    { key = SECRET_KEY, idempotencyKey, from = '203.0.113.7' }: CallOptions = {},
  ): Promise<CardsAnswer<T>> {
    const text = new URLSearchParams(form).toString();
    const answer = await app.inject({
      method,
      url: `/cards/v1/${path}${method === 'GET' && text ? `?${text}` : ''}`,
      headers: {
        'x-forwarded-for': from,
        ...(key ? { authorization: `Bearer ${key}` } : {}),
        ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}),
        ...(method === 'POST' ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
      },
      ...(method === 'POST' ? { payload: text } : {}),
    });
    return { status: answer.statusCode, headers: answer.headers, body: answer.json() };
  }

  const createIntent = async (form: Form = {}, options: CallOptions = {}) => {
    const answer = await call<Stripe.PaymentIntent>(
      'POST',
      'payment_intents',
      { amount: '6000', currency: 'usd', ...form },
      options,
    );
    return answer.body;
  };

  const chargeOf = async ({ id }: { id: string }) => {
    const { body } = await call<Stripe.PaymentIntent>('GET', `payment_intents/${id}`, {
      'expand[0]': 'latest_charge',
    });
    return body.latest_charge as Stripe.Charge;
  };

  /** What stripe.js sends: the publishable key as a parameter, and no header. */
  const fromBrowser = <T = Record<string, unknown>>(method: 'GET' | 'POST', path: string, form: Form = {}) =>
    call<T>(method, path, { key: PUBLISHABLE_KEY, ...form }, { key: '' });

  const createMethod = (card: Form = {}, more: Form = {}) =>
    fromBrowser<Stripe.PaymentMethod>('POST', 'payment_methods', {
      type: 'card',
      ...Object.fromEntries(
        Object.entries({ ...CARD, ...card }).map(([name, value]) => [`card[${name}]`, value]),
      ),
      ...more,
    });

  const confirm = (intent: Stripe.PaymentIntent, form: Form) =>
    fromBrowser<Stripe.PaymentIntent>('POST', `payment_intents/${intent.id}/confirm`, {
      client_secret: intent.client_secret ?? '',
      ...form,
    });

  /** An intent on which this card number has been tried, as a browser does it. */
  const pay = async (number: string, form: Form = {}) => {
    const intent = await createIntent(form);
    const { body: method } = await createMethod({
      number,
      cvc: number.length === 15 ? '1234' : '123',
    });
    const answer = await confirm(intent, { payment_method: method.id });
    const { body: after } = await call<Stripe.PaymentIntent>('GET', `payment_intents/${intent.id}`);
    return { answer, intent: after };
  };

  return {
    app,
    db: database.db,
    database,
    clock,
    service,
    call,
    fromBrowser,
    createIntent,
    chargeOf,
    createMethod,
    confirm,
    pay,
    close: async () => {
      await app.close();
      await database.close();
    },
  };
}
