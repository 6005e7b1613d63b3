import type { Kysely, Transaction } from 'kysely';
import type { MigrationProvider } from 'kysely/migration';
import type { CardBrand, CardFunding, CardOutcome } from '#contract/protocols/card-payments.ts';
import * as cards from './migrations/001-cards.ts';
import * as disputes from './migrations/002-disputes.ts';
import * as customers from './migrations/003-customers.ts';
import * as setups from './migrations/004-setups.ts';

/*
 * What the service keeps. Money is whole units of the currency's smallest coin, moments are epoch
 * milliseconds, JSON is text. No card number, no security code, and nothing from which one could be found
 * without this service's secret key.
 */

export type IntentStatus =
  | 'requires_payment_method'
  | 'requires_confirmation'
  | 'requires_action'
  | 'succeeded'
  | 'canceled';

export type CustomerRow = {
  id: string;
  email: string | null;
  name: string | null;
  description: string | null;
  metadata: string;
  createdat: number;
  /** When it was deleted; of a deleted customer only the id is kept. */
  deletedat: number | null;
};

export type IntentRow = {
  id: string;
  clientsecret: string;
  amount: number;
  currency: string;
  status: IntentStatus;
  description: string | null;
  receiptemail: string | null;
  metadata: string;
  methodid: string | null;
  /** Whose payment it is; null where the shop named no customer. */
  customerid: string | null;
  /** For which payments to come its card is saved with the customer; null where it is not saved. */
  setupfutureusage: SetupFutureUsage | null;
  chargeid: string | null;
  /** Of the 3-D Secure challenge that is open; null while none is. */
  authenticationid: string | null;
  /** The `error` object of the last failed attempt, as JSON. */
  lasterror: string | null;
  cancellationreason: string | null;
  canceledat: number | null;
  createdat: number;
};

export type SetupFutureUsage = 'on_session' | 'off_session';

/** A card that is saved without a payment: a SetupIntent. */
export type SetupRow = Pick<
  IntentRow,
  | 'id'
  | 'clientsecret'
  | 'status'
  | 'description'
  | 'metadata'
  | 'methodid'
  | 'customerid'
  | 'authenticationid'
  | 'lasterror'
  | 'cancellationreason'
  | 'createdat'
> & { usage: SetupFutureUsage };

export type MethodRow = {
  id: string;
  brand: CardBrand;
  funding: CardFunding;
  last4: string;
  expmonth: number;
  expyear: number;
  /** HMAC of the number under the secret key: equal cards have equal ones. */
  fingerprint: string;
  outcome: CardOutcome;
  hascvc: 0 | 1;
  billing: string;
  /** The customer with whom it is saved; null where it is not, or not any more. */
  customerid: string | null;
  /** Whether a payment that its cardholder made saved it for payments off-session. */
  issetup: 0 | 1;
  /** When it was detached from its customer, after which it is of no use; null before. */
  detachedat: number | null;
  createdat: number;
};

export type ChargeRow = {
  id: string;
  intentid: string;
  methodid: string;
  amount: number;
  amountrefunded: number;
  currency: string;
  status: 'succeeded' | 'failed';
  /** The `error` object's code, decline code and message, as JSON; null when it succeeded. */
  failure: string | null;
  createdat: number;
};

export type RefundRow = {
  id: string;
  chargeid: string;
  intentid: string;
  amount: number;
  currency: string;
  status: 'pending' | 'succeeded' | 'failed';
  reason: string | null;
  metadata: string;
  /** What it turns into at `settlesat`; null when it stays as it is. */
  next: 'succeeded' | 'failed' | null;
  settlesat: number | null;
  createdat: number;
};

export type DisputeRow = {
  id: string;
  chargeid: string;
  intentid: string;
  amount: number;
  currency: string;
  reason: string;
  status: 'needs_response' | 'under_review' | 'won' | 'lost';
  /** The free text of the shop's evidence; null while there is none. */
  evidence: string | null;
  submissions: number;
  metadata: string;
  createdat: number;
};

export type EventRow = {
  id: string;
  type: string;
  /** The whole event as JSON: what is signed and sent. */
  body: string;
  attempts: number;
  /** When it is to be sent (again); null when it was delivered, given up, or there is no webhook. */
  nextattemptat: number | null;
  createdat: number;
};

/** What was answered under an `Idempotency-Key`; `status` is null while the first request is under way. */
export type IdempotencyRow = {
  key: string;
  path: string;
  parameters: string;
  /** The request that may write the answer; until `leaseuntil`, in case its process died. */
  owner: string;
  leaseuntil: number;
  status: number | null;
  body: string | null;
  createdat: number;
};

export type CardPaymentsTables = {
  cards_customers: CustomerRow;
  cards_intents: IntentRow;
  cards_setups: SetupRow;
  cards_methods: MethodRow;
  cards_charges: ChargeRow;
  cards_refunds: RefundRow;
  cards_disputes: DisputeRow;
  cards_events: EventRow;
  cards_idempotency: IdempotencyRow;
};

export type CardsDb = Kysely<CardPaymentsTables> | Transaction<CardPaymentsTables>;

/** What the mounter hands to its migrator before the service starts. */
export const cardPaymentsTables = {
  name: 'cards',
  migrations: {
    getMigrations: async () => ({
      '001-cards': cards,
      '002-disputes': disputes,
      '003-customers': customers,
      '004-setups': setups,
    }),
  } satisfies MigrationProvider,
};
