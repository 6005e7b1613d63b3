import type Stripe from 'stripe';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openCards, type TestCards } from '#tests/support/card-payments.ts';

let cards: TestCards;
beforeAll(async () => {
  cards = await openCards();
});
afterAll(() => cards.close());

const sourceOf = (intent: Stripe.PaymentIntent) =>
  (intent.next_action?.use_stripe_sdk as { three_d_secure_2_source?: string } | undefined)
    ?.three_d_secure_2_source ?? '';

/** Tries a card that asks its holder, and answers for the holder. */
async function challenged(number: string, outcome: 'authenticated' | 'failed') {
  const { answer } = await cards.pay(number);
  const source = sourceOf(answer.body);
  const closed = await cards.fromBrowser('POST', '3ds2/challenge_complete', { source, outcome });
  const { body: intent } = await cards.fromBrowser<Stripe.PaymentIntent>(
    'GET',
    `payment_intents/${answer.body.id}`,
    { client_secret: answer.body.client_secret ?? '' },
  );
  return { closed, intent, source };
}

test.each(['4000002760003184', '4000002500003155', '4000008260003178', '4000008400001629'])(
  'the card %s asks its holder before anything is charged',
  async (number) => {
    const { answer, intent } = await cards.pay(number);
    expect([answer.status, answer.body.status]).toEqual([200, 'requires_action']);
    expect(answer.body.next_action).toMatchObject({
      type: 'use_stripe_sdk',
      use_stripe_sdk: { type: 'stripe_3ds2_fingerprint' },
    });
    expect(sourceOf(answer.body)).toMatch(/^payatt_/);
    expect([intent.latest_charge, intent.amount_received]).toEqual([null, 0]);
  },
);

test.each(['4000002760003184', '4000002500003155'])(
  'the card %s pays once its holder agrees',
  async (number) => {
    const { closed, intent } = await challenged(number, 'authenticated');
    expect([closed.status, closed.body.state]).toEqual([200, 'succeeded']);
    expect(intent).toMatchObject({ status: 'succeeded', next_action: null });
  },
);

test.each([
  ['4000008260003178', 'insufficient_funds', 'Your card has insufficient funds.'],
  ['4000008400001629', 'generic_decline', 'Your card was declined.'],
])('the card %s is refused after its holder agreed', async (number, decline_code, message) => {
  const { intent } = await challenged(number, 'authenticated');
  expect(intent).toMatchObject({
    status: 'requires_payment_method',
    last_payment_error: { type: 'card_error', code: 'card_declined', decline_code, message },
  });
});

test('a challenge that failed leaves the intent to be paid otherwise', async () => {
  const { intent } = await challenged('4000002760003184', 'failed');
  expect(intent).toMatchObject({
    status: 'requires_payment_method',
    next_action: null,
    last_payment_error: {
      code: 'payment_intent_authentication_failure',
      message:
        'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
    },
  });
  const again = await cards.confirm(intent, { payment_method: 'pm_card_visa' });
  expect(again.body.status).toBe('succeeded');
});

test('a challenge can be ended once', async () => {
  const { source } = await challenged('4000002760003184', 'authenticated');
  const { status, body } = await cards.fromBrowser('POST', '3ds2/challenge_complete', {
    source,
    outcome: 'failed',
  });
  expect([status, body.error?.code]).toEqual([404, 'resource_missing']);
});

test('a challenge left open is void once another card is tried', async () => {
  const { answer } = await cards.pay('4000002760003184');
  const again = await cards.confirm(answer.body, { payment_method: 'pm_card_authenticationRequired' });
  expect(again.body.status).toBe('requires_action');
  expect(sourceOf(again.body)).not.toBe(sourceOf(answer.body));
  const old = await cards.fromBrowser('POST', '3ds2/challenge_complete', {
    source: sourceOf(answer.body),
    outcome: 'authenticated',
  });
  expect(old.status).toBe(404);
});
