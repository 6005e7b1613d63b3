import type Stripe from 'stripe';
import type { PublicIntent } from './payments/intent-json.ts';
import type { PublicSetup } from './payments/setup-json.ts';

/**
 * The `error` object of Stripe's answers, without what the answer itself adds (docs.stripe.com/api/errors).
 */
export type ErrorFields = {
  type: 'card_error' | 'invalid_request_error' | 'idempotency_error' | 'api_error' | 'authentication_error';
  message: string;
  code?: string;
  decline_code?: string;
  param?: string;
  charge?: string;
  payment_intent?: Stripe.PaymentIntent | PublicIntent;
  setup_intent?: Stripe.SetupIntent | PublicSetup;
  payment_method?: Stripe.PaymentMethod;
};

/** Why an attempt failed, as the intent keeps it. */
export type AttemptError = Omit<ErrorFields, 'payment_intent' | 'setup_intent'>;

/**
 * A request that is refused: thrown anywhere in an operation, answered in Stripe's form with its HTTP status.
 */
export class Refusal extends Error {
  readonly status: number;
  readonly fields: ErrorFields;

  constructor(status: number, fields: ErrorFields) {
    super(fields.message);
    this.name = 'Refusal';
    this.status = status;
    this.fields = fields;
  }
}

/** A request that the caller has to correct: 400. */
export const badRequest = (message: string, { code, param }: { code?: string; param?: string } = {}) =>
  new Refusal(400, {
    type: 'invalid_request_error',
    message,
    ...(code && { code }),
    ...(param && { param }),
  });

/** An id that does not exist, or that the caller may not know of: 404. */
export const missing = (what: string, id: string, param = 'id') =>
  new Refusal(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${what}: '${id}'`,
    param,
  });

/** A card that cannot be taken: 402, always with a text for the cardholder. */
export const cardError = (
  code: string,
  message: string,
  more: { decline_code?: string; param?: string } = {},
) => new Refusal(402, { type: 'card_error', code, message, ...more });

/** Where a code is explained, as Stripe's `doc_url` says it. */
export const docUrl = (code: string) => `https://docs.stripe.com/error-codes/${code.replaceAll('_', '-')}`;

/** The JSON of a refusal. `request_log_url` names the request in the form of Stripe's dashboard. */
export const errorBody = (fields: ErrorFields, requestId: string) => ({
  error: {
    ...fields,
    ...(fields.code ? { doc_url: docUrl(fields.code) } : {}),
    request_log_url: `https://dashboard.stripe.com/test/logs/${requestId}`,
  },
});
