import type { Kysely } from 'kysely';
import type { Surface } from './keys.ts';
import type { Parameters } from './parameters/parameters.ts';
import type { CardPaymentsTables, CardsDb } from './tables.ts';

/** Where events are sent, and of which types; all types unless some are named. */
export type Webhook = { url: string; secret: string; events?: readonly string[] };

/**
 * What every part of the service works with. `fetch` carries webhooks; without `webhook` no event is sent.
 */
export type Service = {
  db: Kysely<CardPaymentsTables>;
  publishableKey: string;
  secretKey: string;
  webhook?: Webhook;
  /** Epoch milliseconds. */
  now: () => number;
  fetch: typeof fetch;
};

export type CardPaymentsOptions = Service & {
  /**
   * Whose calls are answered: those with the publishable key (browsers), with the secret key (the shop's
   * server), or both.
   */
  surface: Surface;
  /** Multiplies the limits per address; 1 by default. */
  rateLimitFactor?: number;
};

/** One request, its key already checked and its parameters read. `id` is the one in the path, or empty. */
export type CardsRequest = {
  service: Service;
  /** Who calls: a browser, which must show an intent's client secret, or the shop's server. */
  key: 'publishable' | 'secret';
  id: string;
  parameters: Parameters;
  requestId: string;
  idempotencyKey: string | null;
  now: number;
};

export type Answer = { status: number; body: object };

/**
 * One call of the API in two steps: reading the parameters (throws a `Refusal` of which nothing is kept),
 * then the work, which runs in one transaction when it writes. Work that returns commits, also with an error
 * as its answer; work that throws leaves no trace.
 */
export type Operation = (request: CardsRequest) => (db: CardsDb) => Promise<Answer>;

export const ok = (body: object): Answer => ({ status: 200, body });
