import type { StripeCardElement } from '@stripe/stripe-js';
import { expect, test, vi } from 'vitest';
import { ApiError } from '#contract/client.ts';
import {
  baseUrl,
  createIntent,
  onPaymentPage,
  openStripe,
  typeCard,
  wire,
} from '#embedded/card-payments/browser/payment-page.test-support.tsx';
import { payByCard } from './pay-by-card.ts';

onPaymentPage();

const billing = { email: 'ana@example.com', name: 'Ana' };

/** A card form on the page with this number typed in. */
function openCard(number: string) {
  const stripe = openStripe();
  const place = document.createElement('div');
  document.body.replaceChildren(place);
  const card = stripe.elements().create('card') as StripeCardElement;
  card.mount(place);
  typeCard(number);
  return { stripe, card };
}

const cancel = (id: string) =>
  fetch(`${baseUrl}/v1/payment_intents/${id}/cancel`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk_test_cadenza' },
  });

test('a good card pays, and paying again finds it paid', async () => {
  const intent = await createIntent();
  const { stripe, card } = openCard('4242424242424242');
  const attempt = { card, clientSecret: intent.client_secret, billing, isUncertain: false };
  const paid = { kind: 'paid', transactionId: intent.id };
  expect(await payByCard(stripe, attempt)).toEqual(paid);
  expect(await payByCard(stripe, attempt)).toEqual(paid);
  expect(await payByCard(stripe, { ...attempt, isUncertain: true })).toEqual(paid);
});

test('a refused card says the card service’s own sentence', async () => {
  const intent = await createIntent();
  const { stripe, card } = openCard('4000000000009995');
  const attempt = { card, clientSecret: intent.client_secret, billing, isUncertain: false };
  expect(await payByCard(stripe, attempt)).toEqual({
    kind: 'refused',
    message: 'Your card has insufficient funds.',
  });
});

test('a payment that the school has taken back is stale, whether asked for or tried', async () => {
  const intent = await createIntent();
  await cancel(intent.id);
  const { stripe, card } = openCard('4242424242424242');
  for (const isUncertain of [true, false]) {
    const attempt = { card, clientSecret: intent.client_secret, billing, isUncertain };
    expect(await payByCard(stripe, attempt)).toEqual({ kind: 'stale' });
  }
});

test('while nobody answers, the outcome is unknown; then it is looked up and the card is not charged again', async () => {
  const intent = await createIntent();
  const { stripe, card } = openCard('4242424242424242');
  const attempt = { card, clientSecret: intent.client_secret, billing, isUncertain: false };
  wire.intercept = (url) =>
    url.includes('/payment_intents/') ? Promise.reject(new TypeError('lost')) : null;
  expect(await payByCard(stripe, attempt)).toEqual({ kind: 'unknown' });
  wire.intercept = null;
  expect(await payByCard(stripe, { ...attempt, isUncertain: true })).toEqual({
    kind: 'paid',
    transactionId: intent.id,
  });
});

test('a saved card pays without a word of the form', async () => {
  const intent = await createIntent();
  const { stripe, card } = openCard('');
  const attempt = { card, clientSecret: intent.client_secret, billing, isUncertain: false };
  const takeSaved = async () => 'pm_card_visa';
  expect(await payByCard(stripe, { ...attempt, takeSaved })).toEqual({
    kind: 'paid',
    transactionId: intent.id,
  });
});

const refusedWith = (code: string) =>
  Promise.reject(new ApiError({ status: 409, code, detail: 'Not now.' } as never));

test('nothing is charged where the consent to saving the card is not recorded', async () => {
  const intent = await createIntent();
  const { stripe, card } = openCard('4242424242424242');
  const attempt = { card, clientSecret: intent.client_secret, billing, isUncertain: false };
  const sayWhetherSaved = vi.fn(() => refusedWith('payment-refused'));
  expect(await payByCard(stripe, { ...attempt, sayWhetherSaved })).toEqual({
    kind: 'refused',
    message: 'Not now.',
  });
  expect(sayWhetherSaved).toHaveBeenCalledOnce();
  expect(wire.requests.filter(({ url }) => url.endsWith('/confirm'))).toEqual([]);
});

test('a payment that was made before its card could be saved is paid', async () => {
  const intent = await createIntent();
  const { stripe, card } = openCard('4242424242424242');
  const attempt = { card, clientSecret: intent.client_secret, billing, isUncertain: false };
  await payByCard(stripe, attempt);
  const sayWhetherSaved = () => refusedWith('payment-expired');
  expect(await payByCard(stripe, { ...attempt, sayWhetherSaved })).toEqual({
    kind: 'paid',
    transactionId: intent.id,
  });
});
