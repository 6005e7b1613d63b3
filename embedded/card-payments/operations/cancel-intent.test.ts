import type Stripe from 'stripe';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openCards, START_MS, type TestCards } from '#tests/support/card-payments.ts';

let cards: TestCards;
beforeAll(async () => {
  cards = await openCards();
});
afterAll(() => cards.close());

const cancel = (id: string, form: Record<string, string> = {}) =>
  cards.call<Stripe.PaymentIntent>('POST', `payment_intents/${id}/cancel`, form);

test('an unpaid intent is cancelled, with a reason', async () => {
  const intent = await cards.createIntent();
  const { status, body } = await cancel(intent.id, { cancellation_reason: 'abandoned' });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    status: 'canceled',
    cancellation_reason: 'abandoned',
    canceled_at: START_MS / 1000,
  });
});

test('an intent whose challenge is open is cancelled, and the challenge is void', async () => {
  const { intent } = await cards.pay('4000002760003184');
  const action = intent.next_action?.use_stripe_sdk as { three_d_secure_2_source: string };
  expect((await cancel(intent.id)).body).toMatchObject({ status: 'canceled', next_action: null });
  const { status } = await cards.fromBrowser('POST', '3ds2/challenge_complete', {
    source: action.three_d_secure_2_source,
    outcome: 'authenticated',
  });
  expect(status).toBe(404);
});

test.each(['a paid', 'a cancelled'])('%s intent cannot be cancelled', async (kind) => {
  const { intent } = await cards.pay(kind === 'a paid' ? '4242424242424242' : '4000000000000002');
  if (kind === 'a cancelled') await cancel(intent.id);
  const { status, body } = await cancel(intent.id);
  expect([status, body.error?.code]).toEqual([400, 'payment_intent_unexpected_state']);
  expect(body.error?.payment_intent?.id).toBe(intent.id);
});

test('what cannot be cancelled: an intent that is not there, for a reason that is none', async () => {
  const intent = await cards.createIntent();
  expect((await cancel('pi_none')).status).toBe(404);
  expect((await cancel(intent.id, { cancellation_reason: 'rain' })).status).toBe(400);
  expect((await cards.fromBrowser('POST', `payment_intents/${intent.id}/cancel`)).status).toBe(403);
});
