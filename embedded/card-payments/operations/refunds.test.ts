import type Stripe from 'stripe';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { REFUND_SETTLES_MS } from '#embedded/card-payments/returns/refunds.ts';
import { openCards, type TestCards } from '#tests/support/card-payments.ts';

let cards: TestCards;
beforeAll(async () => {
  cards = await openCards();
});
afterAll(() => cards.close());

const refund = (form: Record<string, string>) => cards.call<Stripe.Refund>('POST', 'refunds', form);
const read = async (id: string) => {
  const { body } = await cards.call<Stripe.ApiList<Stripe.Refund>>('GET', 'refunds');
  return body.data.find((one) => one.id === id);
};

test('a refund without an amount gives back all that was paid', async () => {
  const { intent } = await cards.pay('4242424242424242');
  const { status, body } = await refund({
    payment_intent: intent.id,
    reason: 'requested_by_customer',
    'metadata[ord]': 'o-1',
  });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    object: 'refund',
    amount: 6000,
    currency: 'usd',
    status: 'succeeded',
    payment_intent: intent.id,
    charge: intent.latest_charge,
    reason: 'requested_by_customer',
    metadata: { ord: 'o-1' },
  });
  expect(await cards.chargeOf(intent)).toMatchObject({ amount_refunded: 6000, refunded: true });
});

test('refunds in parts never give back more than was paid', async () => {
  const { intent } = await cards.pay('4242424242424242');
  expect((await refund({ payment_intent: intent.id, amount: '2500' })).body.amount).toBe(2500);
  const tooMuch = await refund({ payment_intent: intent.id, amount: '3501' });
  expect([tooMuch.status, tooMuch.body.error?.param]).toEqual([400, 'amount']);
  expect(tooMuch.body.error?.message).toContain('$35.01 usd');
  expect((await refund({ charge: intent.latest_charge as string })).body.amount).toBe(3500);
  const { status, body } = await refund({ payment_intent: intent.id });
  expect([status, body.error?.code]).toEqual([400, 'charge_already_refunded']);
});

test('a refund can be pending first', async () => {
  const { intent } = await cards.pay('4000000000007726');
  const { body } = await refund({ payment_intent: intent.id });
  expect(body.status).toBe('pending');
  expect((await read(body.id))?.status).toBe('pending');
  cards.clock.now += REFUND_SETTLES_MS;
  expect((await read(body.id))?.status).toBe('succeeded');
});

test('a refund can fail after it succeeded, and can then be made again', async () => {
  const { intent } = await cards.pay('4000000000005126');
  const { body } = await refund({ payment_intent: intent.id });
  expect(body.status).toBe('succeeded');
  cards.clock.now += REFUND_SETTLES_MS;
  expect(await read(body.id)).toMatchObject({ status: 'failed', failure_reason: 'unknown' });
  expect(await cards.chargeOf(intent)).toMatchObject({ amount_refunded: 0, refunded: false });
  expect((await refund({ payment_intent: intent.id })).status).toBe(200);
});

test('refunds are listed, of one intent or charge when named', async () => {
  const { intent } = await cards.pay('4242424242424242');
  const first = (await refund({ payment_intent: intent.id, amount: '100' })).body;
  cards.clock.now += 1000;
  const second = (await refund({ payment_intent: intent.id, amount: '200' })).body;
  const list = async (form: Record<string, string>) =>
    (await cards.call<Stripe.ApiList<Stripe.Refund>>('GET', 'refunds', form)).body.data.map(({ id }) => id);
  expect(await list({ payment_intent: intent.id })).toEqual([second.id, first.id]);
  expect(await list({ charge: intent.latest_charge as string, limit: '1' })).toEqual([second.id]);
  expect(await list({ payment_intent: 'pi_none' })).toEqual([]);
});

test('what cannot be refunded', async () => {
  const unpaid = await cards.createIntent();
  const { intent: declined } = await cards.pay('4000000000000002');
  expect((await refund({ payment_intent: unpaid.id })).status).toBe(400);
  expect((await refund({ payment_intent: declined.id })).status).toBe(400);
  expect((await refund({ charge: declined.latest_charge as string })).status).toBe(404);
  expect((await refund({ payment_intent: 'pi_none' })).status).toBe(404);
  expect((await refund({})).body.error?.code).toBe('parameter_missing');
  const { intent } = await cards.pay('4242424242424242');
  expect((await refund({ payment_intent: intent.id, amount: '0' })).status).toBe(400);
  expect((await cards.fromBrowser('POST', 'refunds', { payment_intent: intent.id })).status).toBe(403);
  expect((await cards.chargeOf(intent)).amount_refunded).toBe(0);
});
