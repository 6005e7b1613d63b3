import type Stripe from 'stripe';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openCards, START_MS, type TestCards } from '#tests/support/card-payments.ts';

let cards: TestCards;
beforeAll(async () => {
  cards = await openCards();
});
afterAll(() => cards.close());

const read = (id: string, form: Record<string, string> = {}) =>
  cards.call<Stripe.PaymentIntent>('GET', `payment_intents/${id}`, form);

test('a browser reads an intent by its client secret, and sees neither metadata nor charge', async () => {
  const { intent } = await cards.pay('4242424242424242', { 'metadata[ord]': 'o-1' });
  const { status, body } = await cards.fromBrowser('GET', `payment_intents/${intent.id}`, {
    client_secret: intent.client_secret ?? '',
    is_stripe_sdk: 'false',
  });
  expect(status).toBe(200);
  expect(body).toMatchObject({ id: intent.id, status: 'succeeded', amount: 6000 });
  expect(body).not.toHaveProperty('metadata');
  expect(body).not.toHaveProperty('latest_charge');
  expect((await read(intent.id)).body.metadata).toEqual({ ord: 'o-1' });
});

test('without the client secret, or with another one, an intent does not exist for a browser', async () => {
  const intent = await cards.createIntent();
  const other = await cards.createIntent();
  for (const client_secret of ['', `${intent.id}_secret_x`, other.client_secret ?? '']) {
    const { status, body } = await cards.fromBrowser('GET', `payment_intents/${intent.id}`, {
      client_secret,
    });
    expect([status, body.error?.code, body.error?.param]).toEqual([404, 'resource_missing', 'intent']);
  }
});

test('the charge of an intent can be expanded, and nothing else', async () => {
  const { intent } = await cards.pay('4242424242424242');
  const { body } = await read(intent.id, { 'expand[0]': 'latest_charge' });
  const charge = body.latest_charge as Stripe.Charge;
  expect(charge).toMatchObject({ object: 'charge', paid: true, amount: 6000, payment_intent: intent.id });
  expect(charge.payment_method_details?.card).toMatchObject({ last4: '4242', brand: 'visa' });
  expect((await read(intent.id, { 'expand[0]': 'customer' })).status).toBe(400);
});

test('an intent that is not there is missing', async () => {
  const { status, body } = await read('pi_none');
  expect(status).toBe(404);
  expect(body.error).toMatchObject({
    code: 'resource_missing',
    message: "No such payment_intent: 'pi_none'",
  });
});

test('intents are listed newest first, page by page, both ways, within a time', async () => {
  const own = await openCards();
  const made: string[] = [];
  for (let second = 0; second < 5; second++) {
    own.clock.now = START_MS + second * 1000;
    made.unshift((await own.createIntent()).id);
  }
  const list = async (form: Record<string, string>) => {
    const { body } = await own.call<Stripe.ApiList<Stripe.PaymentIntent>>('GET', 'payment_intents', form);
    return [body.data.map(({ id }) => id), body.has_more];
  };
  expect(await list({})).toEqual([made, false]);
  expect(await list({ limit: '2' })).toEqual([made.slice(0, 2), true]);
  expect(await list({ limit: '2', starting_after: made[1] ?? '' })).toEqual([made.slice(2, 4), true]);
  expect(await list({ limit: '2', starting_after: made[3] ?? '' })).toEqual([made.slice(4), false]);
  const second = START_MS / 1000;
  expect(await list({ 'created[gte]': `${second + 3}` })).toEqual([made.slice(0, 2), false]);
  expect(await list({ 'created[gt]': `${second}`, 'created[lte]': `${second + 2}` })).toEqual([
    made.slice(2, 4),
    false,
  ]);
  expect((await own.call('GET', 'payment_intents', { limit: '101' })).status).toBe(400);
  expect((await own.call('GET', 'payment_intents', { starting_after: 'pi_none' })).status).toBe(404);
  await own.close();
});
