import type Stripe from 'stripe';
import { newId } from '#embedded/card-payments/ids.ts';
import type { Service } from '#embedded/card-payments/options.ts';
import type { CardsDb, EventRow } from '#embedded/card-payments/tables.ts';
import { prepared } from '#statements/prepared.ts';

/** The dated version of the API whose shapes these are. */
export const API_VERSION = '2026-10-28.endive';

/** The events the service knows, each with what it carries. */
export type EventObject = {
  'payment_intent.created': Stripe.PaymentIntent;
  'payment_intent.requires_action': Stripe.PaymentIntent;
  'payment_intent.succeeded': Stripe.PaymentIntent;
  'payment_intent.payment_failed': Stripe.PaymentIntent;
  'payment_intent.canceled': Stripe.PaymentIntent;
  'setup_intent.created': Stripe.SetupIntent;
  'setup_intent.requires_action': Stripe.SetupIntent;
  'setup_intent.succeeded': Stripe.SetupIntent;
  'setup_intent.setup_failed': Stripe.SetupIntent;
  'setup_intent.canceled': Stripe.SetupIntent;
  'customer.created': Stripe.Customer;
  'customer.updated': Stripe.Customer;
  'customer.deleted': Stripe.Customer;
  'payment_method.attached': Stripe.PaymentMethod;
  'payment_method.detached': Stripe.PaymentMethod;
  'charge.refunded': Stripe.Charge;
  'charge.refund.updated': Stripe.Refund;
  'charge.dispute.created': Stripe.Dispute;
  'charge.dispute.updated': Stripe.Dispute;
  'charge.dispute.closed': Stripe.Dispute;
  'charge.dispute.funds_withdrawn': Stripe.Dispute;
  'charge.dispute.funds_reinstated': Stripe.Dispute;
  'refund.created': Stripe.Refund;
  'refund.updated': Stripe.Refund;
  'refund.failed': Stripe.Refund;
};

/** Why something happened: the request that did it, or none where time alone did. */
export type Cause = {
  service: Service;
  now: number;
  requestId: string | null;
  idempotencyKey: string | null;
};

/**
 * Records an event in the transaction that makes it true, to be sent where a webhook is configured;
 * `previous`: what its object said before of what was changed.
 */
export async function recordEvent<T extends keyof EventObject>(
  tx: CardsDb,
  cause: Cause,
  type: T,
  object: EventObject[T],
  previous?: Partial<EventObject[T]>,
): Promise<void> {
  const { webhook } = cause.service;
  const listening = webhook !== undefined && (webhook.events?.includes(type) ?? true);
  const event = {
    id: newId('evt'),
    object: 'event',
    api_version: API_VERSION,
    created: Math.floor(cause.now / 1000),
    data: { object, ...(previous && { previous_attributes: previous }) },
    livemode: false,
    pending_webhooks: listening ? 1 : 0,
    request: { id: cause.requestId, idempotency_key: cause.idempotencyKey },
    type,
  } satisfies Stripe.EventBase;
  await addEvent(tx, {
    id: event.id,
    type,
    body: JSON.stringify(event),
    attempts: 0,
    nextattemptat: listening ? cause.now : null,
    createdat: cause.now,
  });
}

const addEvent = prepared((tx: CardsDb, row: EventRow) => tx.insertInto('cards_events').values(row));
