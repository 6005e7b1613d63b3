import Stripe from 'stripe';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { REFUND_SETTLES_MS } from '#embedded/card-payments/returns/refunds.ts';
import { openCards, type TestCards, WEBHOOK } from '#tests/support/card-payments.ts';
import { deliverDue, tidy, workCards } from './webhooks.ts';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

type Delivery = { url: string; body: string; signature: string };

let cards: TestCards;
let deliveries: Delivery[];
let answers: (() => Promise<Response>) | null;

beforeEach(async () => {
  deliveries = [];
  answers = null;
  const receive: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    deliveries.push({
      url: request.url,
      body: await request.text(),
      signature: request.headers.get('stripe-signature') ?? '',
    });
    return answers ? answers() : new Response('ok');
  };
  cards = await openCards({ webhook: WEBHOOK, fetch: receive });
});
afterEach(() => cards.close());

const deliver = async () => {
  while ((await deliverDue(cards.service)) > 0);
};
const told = () => deliveries.map(({ body }) => JSON.parse(body) as Stripe.Event);
const typesTold = () => told().map(({ type }) => type);
const stripe = new Stripe('sk_test_unused');
const read = ({ body, signature }: Delivery) =>
  stripe.webhooks.constructEvent(
    Buffer.from(body),
    signature,
    WEBHOOK.secret,
    undefined,
    undefined,
    cards.clock.now,
  );

test('the SDK accepts the signature of an event, and refuses it with another secret, body or age', async () => {
  const intent = await cards.createIntent({ 'metadata[ord]': 'o-1' });
  await deliver();
  const [delivery] = deliveries;
  if (!delivery) throw new Error('nothing was delivered');
  expect(delivery.url).toBe(WEBHOOK.url);
  const event = read(delivery);
  expect(event).toMatchObject({
    object: 'event',
    type: 'payment_intent.created',
    data: { object: { id: intent.id, metadata: { ord: 'o-1' } } },
  });
  expect(() => read({ ...delivery, body: delivery.body.replace('6000', '1') })).toThrow(/signature/i);
  expect(() => stripe.webhooks.constructEvent(delivery.body, delivery.signature, 'whsec_other')).toThrow();
  cards.clock.now += 301_000;
  expect(() => read(delivery)).toThrow(/timestamp/i);
});

test('every change of an intent and of a refund is told', async () => {
  const { intent } = await cards.pay('4242424242424242');
  await cards.pay('4000000000000002');
  await cards.call('POST', `payment_intents/${(await cards.createIntent()).id}/cancel`);
  const { body } = await cards.call<Stripe.Refund>('POST', 'refunds', { payment_intent: intent.id });
  await deliver();
  expect(typesTold().sort()).toEqual(
    [
      'payment_intent.created',
      'payment_intent.succeeded',
      'payment_intent.created',
      'payment_intent.payment_failed',
      'payment_intent.created',
      'payment_intent.canceled',
      'refund.created',
      'charge.refunded',
    ].sort(),
  );
  const refunded = told().find(({ type }) => type === 'charge.refunded')?.data.object as Stripe.Charge;
  expect(refunded).toMatchObject({ amount_refunded: 6000, refunded: true, payment_intent: intent.id });
  expect(body.charge).toBe(refunded.id);
});

test('a refund that settles later is told of by itself', async () => {
  const { intent } = await cards.pay('4000000000005126');
  const { body } = await cards.call<Stripe.Refund>('POST', 'refunds', { payment_intent: intent.id });
  await deliver();
  deliveries = [];
  cards.clock.now += REFUND_SETTLES_MS;
  expect(await workCards(cards.service)).toBe(3);
  expect(typesTold().sort()).toEqual(['charge.refund.updated', 'refund.failed', 'refund.updated']);
  expect(told()[0]?.data.object).toMatchObject({ id: body.id, status: 'failed' });
  expect(told()[0]?.request).toEqual({ id: null, idempotency_key: null });
});

test('who wants to be told of some events is told of those; the others can be listed', async () => {
  await cards.close();
  const webhook = { ...WEBHOOK, events: ['payment_intent.succeeded'] };
  const fetch = async (input: string | URL | Request, init?: RequestInit) => {
    const request = new Request(input, init);
    deliveries.push({ url: request.url, body: await request.text(), signature: '' });
    return new Response('ok');
  };
  cards = await openCards({ webhook, fetch });
  await cards.pay('4242424242424242');
  await deliver();
  expect(typesTold()).toEqual(['payment_intent.succeeded']);
  const { body } = await cards.call<Stripe.ApiList<Stripe.Event>>('GET', 'events');
  expect(body.data.map(({ type, pending_webhooks }) => [type, pending_webhooks]).sort()).toEqual([
    ['payment_intent.created', 0],
    ['payment_intent.succeeded', 0],
  ]);
});

test('an event names the request and the key that caused it', async () => {
  const answer = await cards.call(
    'POST',
    'payment_intents',
    { amount: '6000', currency: 'usd' },
    { idempotencyKey: 'pi:o-1' },
  );
  await deliver();
  expect(told()[0]?.request).toEqual({
    id: answer.headers['request-id'],
    idempotency_key: 'pi:o-1',
  });
});

test.each([
  ['an error', async () => new Response(null, { status: 500 })],
  ['a redirect', async () => new Response(null, { status: 302, headers: { location: '/' } })],
  ['silence', async () => Promise.reject(new Error('connection refused'))],
])('an event answered with %s is sent again, later each time', async (_, answer) => {
  answers = answer;
  await cards.createIntent();
  await deliver();
  expect(deliveries).toHaveLength(1);
  for (const [wait, sent] of [
    [999, 1],
    [1, 2],
    [1999, 2],
    [1, 3],
    [3999, 3],
    [1, 4],
  ] as const) {
    cards.clock.now += wait;
    await deliver();
    expect(deliveries).toHaveLength(sent);
  }
  answers = null;
  cards.clock.now += HOUR_MS;
  await deliver();
  cards.clock.now += DAY_MS;
  await deliver();
  expect(deliveries).toHaveLength(5);
  expect(new Set(deliveries.map(({ body }) => body)).size).toBe(1);
  expect(new Set(deliveries.map(({ signature }) => signature)).size).toBe(5);
});

test('after three days nobody is told any more', async () => {
  answers = async () => new Response(null, { status: 500 });
  await cards.createIntent();
  for (let hours = 0; hours < 80; hours++) {
    await deliver();
    cards.clock.now += HOUR_MS;
  }
  const sent = deliveries.length;
  expect(sent).toBeGreaterThan(72);
  cards.clock.now += DAY_MS;
  await deliver();
  expect(deliveries).toHaveLength(sent);
});

test('an event is sent by one of several workers', async () => {
  for (let made = 0; made < 8; made++) await cards.createIntent();
  const slow = Promise.withResolvers<void>();
  answers = async () => {
    await slow.promise;
    return new Response();
  };
  const passes = [deliverDue(cards.service), deliverDue(cards.service), deliverDue(cards.service)];
  await expect.poll(() => deliveries.length).toBe(8);
  slow.resolve();
  await Promise.all(passes);
  expect(new Set(told().map(({ id }) => id)).size).toBe(8);
  expect(deliveries).toHaveLength(8);
});

test('an event whose process died while sending it is sent by the next one', async () => {
  await cards.createIntent();
  answers = () => new Promise(() => {});
  void deliverDue(cards.service);
  await expect.poll(() => deliveries.length).toBe(1);
  answers = null;
  const restarted = await openCards({ ...cards.service, database: cards.database, migrated: true });
  await deliverDue(cards.service);
  expect(deliveries).toHaveLength(1);
  cards.clock.now += 15_000;
  await deliverDue(cards.service);
  expect(deliveries).toHaveLength(2);
  await restarted.app.close();
});

test('events are kept for thirty days, and listed by type', async () => {
  const intent = await cards.createIntent();
  await cards.call('POST', `payment_intents/${intent.id}/cancel`);
  const list = async (form: Record<string, string> = {}) =>
    (await cards.call<Stripe.ApiList<Stripe.Event>>('GET', 'events', form)).body.data;
  expect(await list()).toHaveLength(2);
  const [event] = await list({ 'types[0]': 'payment_intent.canceled' });
  expect(event).toMatchObject({ type: 'payment_intent.canceled', pending_webhooks: 1 });
  await deliver();
  expect(await list({ type: 'payment_intent.canceled' })).toEqual([{ ...event, pending_webhooks: 0 }]);
  cards.clock.now += 30 * DAY_MS;
  await tidy(cards.service);
  expect(await list({ type: 'payment_intent.canceled' })).toHaveLength(1);
  cards.clock.now += 1;
  await tidy(cards.service);
  expect(await list()).toEqual([]);
});

test('a queue longer than one look at it takes several', async () => {
  for (let made = 0; made < 60; made++) await cards.createIntent();
  expect(await workCards(cards.service)).toBe(50);
  while ((await workCards(cards.service)) > 0);
  expect(deliveries).toHaveLength(60);
});
