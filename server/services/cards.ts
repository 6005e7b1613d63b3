import fastify from 'fastify';
import type { Kysely } from 'kysely';
import Stripe from 'stripe';
import { tidy, workCards } from '#embedded/card-payments/events/webhooks.ts';
import {
  type ImportedPayment,
  importPayments,
  type PastPayment,
} from '#embedded/card-payments/payments/import-payments.ts';
import { cardPaymentsService } from '#embedded/card-payments/plugin.ts';
import type { Config } from '#server/config/config.ts';
import { findOrMakeSecret } from '#server/database/settings/secrets.ts';
import type { AllDb, AllTables } from '#server/database/tables.ts';
import { cardPayments } from './card-payments.ts';
import { EMBEDDED_ORIGIN } from './inject-fetch.ts';
import { injectHttpClient } from './inject-http-client.ts';
import type { Services } from './service.ts';

/**
 * Writes payments of the past into the embedded service's books, in a transaction of the school's database,
 * where they are.
 */
export type ImportPayments = (tx: AllDb, payments: readonly PastPayment[]) => Promise<ImportedPayment[]>;

type CardsService = Services['cards'] & {
  /** Absent where a hosted service is configured: it has no payments of the past to import. */
  importPayments?: ImportPayments;
};
type Hosted = NonNullable<Config['cards']['hosted']>;
type Options = {
  db: Kysely<AllTables>;
  now: () => number;
  /** Carries a request into the school itself. */
  fetch: typeof fetch;
  /** The school's path that is told of events, and of which types. */
  webhook: { path: string; events: readonly string[] };
};

const EVENTS_EVERY_MS = 250;
const HOUR_MS = 60 * 60_000;
const REACH_MS = 5000;
const STRIPE_JS = ['https://js.stripe.com', 'https://*.js.stripe.com'];

/** The card provider: Stripe, or what speaks its protocol at another address, else the embedded service. */
export async function openCards(config: Config, options: Options): Promise<CardsService> {
  const { hosted } = config.cards;
  return hosted ? hostedCards(config, hosted, options) : embeddedCards(config, options);
}

/**
 * Asks a hosted service for one payment by the secret key; gives its host. Undefined where the service is
 * embedded. Throws what stands in the way.
 */
export async function reachCards({ cards: { hosted } }: Config): Promise<string | undefined> {
  if (!hosted) return undefined;
  const url = new URL('/v1/payment_intents?limit=1', hosted.baseUrl ?? 'https://api.stripe.com');
  const headers = { authorization: `Bearer ${hosted.secretKey.reveal()}` };
  const answer = await fetch(url, { headers, signal: AbortSignal.timeout(REACH_MS) });
  if (!answer.ok) throw new Error(`it answers ${answer.status}`);
  return url.host;
}

function hostedCards(
  { cards: { publishableKey } }: Config,
  { secretKey, webhookSecret, baseUrl }: Hosted,
  { now }: Options,
): CardsService {
  return {
    client: cardPayments({
      secretKey: secretKey.reveal(),
      webhookSecret: webhookSecret.reveal(),
      baseUrl,
      httpClient: Stripe.createFetchHttpClient(fetch),
      now,
    }),
    browserConfig: () => ({ publishableKey, ...(baseUrl && { baseUrl }) }),
    contentSources: baseUrl
      ? { connect: [new URL(baseUrl).origin] }
      : {
          connect: ['https://api.stripe.com'],
          script: STRIPE_JS,
          frame: [...STRIPE_JS, 'https://hooks.stripe.com'],
        },
  };
}

/**
 * The calls of the secret key go to an instance that listens nowhere; only what browsers may call is mounted
 * on the school itself.
 */
async function embeddedCards(
  { cards: { publishableKey }, rateLimitFactor }: Config,
  { db, now, fetch, webhook: { path, events } }: Options,
): Promise<CardsService> {
  const secretKey = `sk_test_${await findOrMakeSecret(db, 'cards-secret-key')}`;
  const webhookSecret = `whsec_${await findOrMakeSecret(db, 'cards-webhook-secret')}`;
  const service = {
    db,
    publishableKey,
    secretKey,
    webhook: { url: EMBEDDED_ORIGIN + path, secret: webhookSecret, events },
    now,
    fetch,
  };
  const secretApi = fastify();
  await secretApi.register(cardPaymentsService, { ...service, surface: 'secret' });
  return {
    client: cardPayments({
      secretKey,
      webhookSecret,
      baseUrl: EMBEDDED_ORIGIN,
      httpClient: injectHttpClient(() => secretApi),
      now,
    }),
    importPayments: (tx, payments) => importPayments(service, tx, payments),
    browserConfig: (origin) => ({ publishableKey, baseUrl: `${origin}/cards` }),
    contentSources: {},
    mount: async (app) => {
      await app.register(cardPaymentsService, {
        ...service,
        surface: 'public',
        rateLimitFactor,
        prefix: '/cards',
      });
    },
    jobs: [
      {
        name: 'card-events',
        everyMs: EVENTS_EVERY_MS,
        restMs: EVENTS_EVERY_MS,
        run: () => workCards(service),
      },
      { name: 'card-sweep', everyMs: HOUR_MS, run: () => tidy(service).then(() => 0) },
    ],
    close: () => secretApi.close(),
  };
}
