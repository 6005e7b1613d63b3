import type { StripeError } from '@stripe/stripe-js';
import { expect, test } from 'vitest';
import { withLanguage } from '#languages/t.ts';
import { refusalIn } from './refusal-words.ts';

const declined: StripeError = {
  type: 'card_error',
  code: 'card_declined',
  decline_code: 'lost_card',
  message: 'Your card was declined.',
};

test('a refusal is said in the page’s language, and keeps its codes', () => {
  expect(withLanguage('de', () => refusalIn(declined))).toEqual({
    ...declined,
    message: 'Ihre Karte wurde abgelehnt.',
  });
});

test('the reason of a decline comes before its code', () => {
  const poor = { ...declined, decline_code: 'insufficient_funds' };
  expect(withLanguage('fr', () => refusalIn(poor)).message).toBe(
    'Les fonds disponibles sur votre carte sont insuffisants.',
  );
});

test('what no cardholder meets stays as the service says it', () => {
  const missing: StripeError = {
    type: 'invalid_request_error',
    code: 'parameter_missing',
    message: 'Missing',
  };
  expect(withLanguage('de', () => refusalIn(missing))).toBe(missing);
});
