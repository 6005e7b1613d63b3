import type { StripeError } from '@stripe/stripe-js';
import { type PlainId, t } from '#languages/t.ts';

/** What cardholders read, by the code of a decline or of an error. The service itself speaks English. */
const WORDS: { readonly [code: string]: PlainId } = {
  card_declined: 'cards.declined',
  card_velocity_exceeded: 'cards.used_too_often',
  expired_card: 'cards.expired',
  incorrect_cvc: 'cards.cvc_incorrect',
  incorrect_number: 'cards.number_incorrect',
  insufficient_funds: 'cards.insufficient_funds',
  invalid_cvc: 'cards.cvc_invalid',
  invalid_expiry_month: 'cards.month_invalid',
  invalid_expiry_year: 'cards.year_invalid',
  payment_intent_authentication_failure: 'cards.not_authenticated',
  processing_error: 'cards.processing_error',
  rate_limit: 'cards.too_many_attempts',
  test_mode_live_card: 'cards.not_a_test_card',
};

/** A refusal of the service in the page's language; as it is where it is none that a cardholder meets. */
export function refusalIn(error: StripeError): StripeError {
  const id = WORDS[error.decline_code ?? ''] ?? WORDS[error.code ?? ''];
  return id ? { ...error, message: t(id) } : error;
}
