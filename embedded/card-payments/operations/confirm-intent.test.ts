import { afterAll, beforeAll, expect, test } from 'vitest';
import { openCards, type TestCards } from '#tests/support/card-payments.ts';

let cards: TestCards;
beforeAll(async () => {
  cards = await openCards();
});
afterAll(() => cards.close());

test.each([
  '4242424242424242',
  '5555555555554444',
  '378282246310005',
  '4000000000007726',
  '4000000000005126',
])('the card %s pays', async (number) => {
  const { answer, intent } = await cards.pay(number);
  expect([answer.status, answer.body.status]).toEqual([200, 'succeeded']);
  expect(intent).toMatchObject({ status: 'succeeded', amount_received: 6000, last_payment_error: null });
  expect(intent.latest_charge).toMatch(/^ch_/);
});

test.each([
  ['4000000000000002', 'card_declined', 'generic_decline', undefined, 'Your card was declined.'],
  ['4000000000009995', 'card_declined', 'insufficient_funds', undefined, 'Your card has insufficient funds.'],
  ['4000000000009987', 'card_declined', 'lost_card', undefined, 'Your card was declined.'],
  ['4000000000009979', 'card_declined', 'stolen_card', undefined, 'Your card was declined.'],
  ['4000000000000069', 'expired_card', undefined, 'exp_month', 'Your card has expired.'],
  ['4000000000000127', 'incorrect_cvc', undefined, 'cvc', "Your card's security code is incorrect."],
  [
    '4000000000000119',
    'processing_error',
    undefined,
    undefined,
    'An error occurred while processing your card. Try again in a little bit.',
  ],
  [
    '4000000000006975',
    'card_declined',
    'card_velocity_exceeded',
    undefined,
    'Your card was declined for making repeated attempts too frequently or exceeding its amount limit.',
  ],
])('the card %s is refused with %s %s', async (number, code, decline_code, param, message) => {
  const { answer, intent } = await cards.pay(number, { 'metadata[ord]': 'o-1' });
  const { error } = answer.body;
  expect(answer.status).toBe(402);
  expect(error).toMatchObject({ type: 'card_error', code, message });
  expect([error?.decline_code, error?.param]).toEqual([decline_code, param]);
  expect(error?.payment_intent?.status).toBe('requires_payment_method');
  expect(error?.payment_intent).not.toHaveProperty('metadata');
  expect(intent).toMatchObject({
    status: 'requires_payment_method',
    payment_method: null,
    amount_received: 0,
    last_payment_error: { type: 'card_error', code, message, payment_method: { object: 'payment_method' } },
  });
  expect(await cards.chargeOf(intent)).toMatchObject({
    paid: false,
    captured: false,
    status: 'failed',
    failure_code: code,
  });
});

test('an intent that was refused can be paid with another card', async () => {
  const { intent } = await cards.pay('4000000000000002');
  const { body } = await cards.confirm(intent, { payment_method: 'pm_card_visa' });
  expect(body).toMatchObject({ status: 'succeeded', last_payment_error: null });
});

test('the card may come with the confirmation itself', async () => {
  const intent = await cards.createIntent();
  const { status, body } = await cards.confirm(intent, {
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': '4242 4242 4242 4242',
    'payment_method_data[card][exp_month]': '12',
    'payment_method_data[card][exp_year]': '2034',
    'payment_method_data[card][cvc]': '123',
    'payment_method_data[billing_details][name]': 'Ana',
    'payment_method_data[guid]': 'g',
    use_stripe_sdk: 'true',
    expected_payment_method_type: 'card',
  });
  expect([status, body.status]).toEqual([200, 'succeeded']);
});

test('card data is never taken from a server', async () => {
  const intent = await cards.createIntent();
  const { status, body } = await cards.call('POST', `payment_intents/${intent.id}/confirm`, {
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': '4242424242424242',
  });
  expect([status, body.error?.param]).toEqual([400, 'payment_method_data']);
});

test('only the holder of the client secret can confirm an intent in a browser', async () => {
  const intent = await cards.createIntent();
  const { status } = await cards.fromBrowser('POST', `payment_intents/${intent.id}/confirm`, {
    client_secret: 'wrong',
    payment_method: 'pm_card_visa',
  });
  expect(status).toBe(404);
});

test('a paid intent cannot be confirmed again, and says that it is paid', async () => {
  const { intent } = await cards.pay('4242424242424242');
  const { status, body } = await cards.confirm(intent, { payment_method: 'pm_card_visa' });
  expect(status).toBe(400);
  expect(body.error).toMatchObject({
    type: 'invalid_request_error',
    code: 'payment_intent_unexpected_state',
    payment_intent: { id: intent.id, status: 'succeeded' },
  });
  expect(body.error?.payment_intent).not.toHaveProperty('metadata');
});

test('a cancelled intent cannot be confirmed', async () => {
  const intent = await cards.createIntent();
  await cards.call('POST', `payment_intents/${intent.id}/cancel`);
  const { status, body } = await cards.confirm(intent, { payment_method: 'pm_card_visa' });
  expect([status, body.error?.code]).toEqual([400, 'payment_intent_unexpected_state']);
});

test('an intent without a payment method cannot be confirmed, nor with one that is not there', async () => {
  const intent = await cards.createIntent();
  expect((await cards.confirm(intent, {})).body.error?.code).toBe('payment_intent_unexpected_state');
  const { status, body } = await cards.confirm(intent, { payment_method: 'pm_none' });
  expect([status, body.error?.code, body.error?.param]).toEqual([404, 'resource_missing', 'payment_method']);
});
