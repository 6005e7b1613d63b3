import type Stripe from 'stripe';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openCards, PUBLISHABLE_KEY, START_MS, type TestCards } from '#tests/support/card-payments.ts';

let cards: TestCards;
beforeAll(async () => {
  cards = await openCards();
});
afterAll(() => cards.close());

const create = (form: Record<string, string>) =>
  cards.call<Stripe.PaymentIntent>('POST', 'payment_intents', form);

test('an intent has its amount, currency, metadata and a client secret, and waits for a card', async () => {
  const { status, body } = await create({
    amount: '6000',
    currency: 'USD',
    'allowed_payment_method_types[0]': 'card',
    'metadata[ord]': 'o-1',
    description: 'Violin',
  });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    object: 'payment_intent',
    amount: 6000,
    amount_received: 0,
    currency: 'usd',
    status: 'requires_payment_method',
    metadata: { ord: 'o-1' },
    description: 'Violin',
    payment_method_types: ['card'],
    latest_charge: null,
    created: START_MS / 1000,
  });
  expect(body.client_secret).toMatch(new RegExp(`^${body.id}_secret_[0-9A-Za-z]{24}$`));
});

test('an intent with a payment method waits to be confirmed, and is paid with it', async () => {
  const { body } = await create({ amount: '6000', currency: 'usd', payment_method: 'pm_card_visa' });
  expect(body.status).toBe('requires_confirmation');
  const paid = await cards.call<Stripe.PaymentIntent>('POST', `payment_intents/${body.id}/confirm`);
  expect([paid.status, paid.body.status]).toEqual([200, 'succeeded']);
});

test.each([
  [{ amount: '60.5' }, 'parameter_invalid_integer', 'amount', 'Invalid integer: 60.5'],
  [{ amount: 'NaN' }, 'parameter_invalid_integer', 'amount', 'Invalid integer: NaN'],
  [{ amount: '1e21' }, 'parameter_invalid_integer', 'amount', 'Invalid integer: 1e21'],
  [{ amount: '0x3c' }, 'parameter_invalid_integer', 'amount', 'Invalid integer: 0x3c'],
  [{ amount: '-60' }, 'parameter_invalid_integer', 'amount', 'Invalid integer: -60'],
  [{ amount: '0' }, 'parameter_invalid_integer', 'amount', 'This value must be greater than or equal to 1.'],
  [{ amount: '49' }, 'amount_too_small', 'amount', 'Amount must be at least $0.50 usd'],
  [{ amount: '49', currency: 'jpy' }, 'amount_too_small', 'amount', 'Amount must be at least ¥50 jpy'],
  [{ amount: '100000000' }, 'amount_too_large', 'amount', 'Amount must be no more than $999,999.99 usd'],
  [{ amount: '' }, 'parameter_missing', 'amount', 'Missing required param: amount.'],
  [{ currency: '' }, 'parameter_missing', 'currency', 'Missing required param: currency.'],
  [{ currency: 'coins' }, undefined, 'currency', 'Invalid currency: coins'],
  [{ 'allowed_payment_method_types[0]': 'sofort' }, undefined, 'allowed_payment_method_types', undefined],
  [{ 'metadata[a]': 'x'.repeat(501) }, undefined, 'metadata[a]', undefined],
  [{ [`metadata[${'k'.repeat(41)}]`]: 'x' }, undefined, 'metadata', undefined],
  [{ amuont: '1' }, 'parameter_unknown', 'amuont', 'Received unknown parameter: amuont'],
])('an intent with %o is refused', async (form: Record<string, string>, code, param, message) => {
  const { status, body } = await create({ amount: '6000', currency: 'usd', ...form });
  expect(status).toBe(400);
  expect(body.error).toMatchObject({ type: 'invalid_request_error', param });
  expect(body.error?.code).toBe(code);
  if (message) expect(body.error?.message).toBe(message);
});

test('a browser cannot create an intent', async () => {
  const { status, body } = await cards.call(
    'POST',
    'payment_intents',
    { amount: '6000', currency: 'usd' },
    { key: PUBLISHABLE_KEY },
  );
  expect([status, body.error?.code]).toEqual([403, 'secret_key_required']);
});
