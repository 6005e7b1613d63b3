import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openCards, PUBLISHABLE_KEY, SECRET_KEY, type TestCards } from '#tests/support/card-payments.ts';

let cards: TestCards;
let stripe: Stripe;

const sdk = (key = SECRET_KEY) => {
  const { address, port } = cards.app.server.address() as AddressInfo;
  return new Stripe(key, {
    host: address,
    port,
    protocol: 'http',
    maxNetworkRetries: 0,
    telemetry: false,
  });
};

beforeAll(async () => {
  cards = await openCards({ prefix: '/' });
  await cards.app.listen({ host: '127.0.0.1', port: 0 });
  stripe = sdk();
});
afterAll(() => cards.close());

const fault = async (work: Promise<unknown>) =>
  work.then(
    () => expect.unreachable('it should have been refused'),
    (error: unknown) => error as Stripe.errors.StripeError,
  );
const price = { amount: 6000, currency: 'usd', allowed_payment_method_types: ['card'] };

test('an intent is made, read, paid, listed and refunded', async () => {
  const made = await stripe.paymentIntents.create({ ...price, metadata: { ord: 'o-1' } });
  expect(made.lastResponse.requestId).toMatch(/^req_/);
  const paid = await stripe.paymentIntents.confirm(made.id, { payment_method: 'pm_card_visa' });
  expect([paid.status, paid.amount_received]).toEqual(['succeeded', 6000]);
  const read = await stripe.paymentIntents.retrieve(made.id, { expand: ['latest_charge'] });
  expect(read.metadata).toEqual({ ord: 'o-1' });
  const charge = read.latest_charge as Stripe.Charge;
  expect(charge.payment_method_details?.card?.last4).toBe('4242');
  const refund = await stripe.refunds.create({ payment_intent: made.id, metadata: { ord: 'o-1' } });
  expect(refund.status).toBe('succeeded');
  const listed = await stripe.refunds.list({ payment_intent: made.id });
  expect(listed.data.map(({ id }) => id)).toEqual([refund.id]);
});

test('its automatic paging goes through every intent', async () => {
  for (let count = 0; count < 12; count++) await stripe.paymentIntents.create(price);
  const ids = new Set<string>();
  for await (const { id } of stripe.paymentIntents.list({ limit: 5, created: { gte: 1 } })) ids.add(id);
  expect(ids.size).toBe((await cards.db.selectFrom('cards_intents').select('id').execute()).length);
});

test('the same idempotency key gives the same intent', async () => {
  const [one, two] = [
    await stripe.paymentIntents.create(price, { idempotencyKey: 'pi:o-2' }),
    await stripe.paymentIntents.create(price, { idempotencyKey: 'pi:o-2' }),
  ];
  expect(two.id).toBe(one.id);
  expect(two.lastResponse.idempotencyKey).toBe('pi:o-2');
  const refused = await fault(
    stripe.paymentIntents.create({ ...price, amount: 7000 }, { idempotencyKey: 'pi:o-2' }),
  );
  expect(refused).toBeInstanceOf(Stripe.errors.StripeIdempotencyError);
});

test('a declined card is a StripeCardError', async () => {
  const { id } = await stripe.paymentIntents.create(price);
  const error = await fault(
    stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa_chargeDeclinedInsufficientFunds' }),
  );
  expect(error).toBeInstanceOf(Stripe.errors.StripeCardError);
  expect(error).toMatchObject({
    code: 'card_declined',
    decline_code: 'insufficient_funds',
    message: 'Your card has insufficient funds.',
    statusCode: 402,
    rawType: 'card_error',
  });
  expect((error as Stripe.errors.StripeCardError).payment_intent?.id).toBe(id);
});

test('each refusal is the SDK’s own class of error', async () => {
  const { StripeInvalidRequestError, StripeAuthenticationError, StripePermissionError } = Stripe.errors;
  const paid = await stripe.paymentIntents.create({ ...price, payment_method: 'pm_card_visa' });
  await stripe.paymentIntents.confirm(paid.id);
  const cancelled = await fault(stripe.paymentIntents.cancel(paid.id));
  expect(cancelled).toBeInstanceOf(StripeInvalidRequestError);
  expect(cancelled.code).toBe('payment_intent_unexpected_state');
  const missing = await fault(stripe.paymentIntents.retrieve('pi_none'));
  expect([missing.constructor, missing.statusCode]).toEqual([StripeInvalidRequestError, 404]);
  expect(await fault(sdk('sk_test_wrong').paymentIntents.list())).toBeInstanceOf(StripeAuthenticationError);
  expect(await fault(sdk(PUBLISHABLE_KEY).paymentIntents.list())).toBeInstanceOf(StripePermissionError);
});

test('a refund made twice by hand is charge_already_refunded, and the first one can be found', async () => {
  const { id } = await stripe.paymentIntents.create({ ...price, payment_method: 'pm_card_visa' });
  await stripe.paymentIntents.confirm(id);
  const first = await stripe.refunds.create({ payment_intent: id }, { idempotencyKey: 'refund:a' });
  const error = await fault(stripe.refunds.create({ payment_intent: id }, { idempotencyKey: 'refund:b' }));
  expect(error.code).toBe('charge_already_refunded');
  expect((await stripe.refunds.list({ payment_intent: id })).data[0]?.id).toBe(first.id);
});

test('a card is saved, charged without its holder, and forgotten', async () => {
  const { id: customer } = await stripe.customers.create({ email: 'ana@post.example' });
  const first = await stripe.paymentIntents.create({ ...price, metadata: { ord: 'o-3' } });
  await stripe.paymentIntents.update(first.id, { customer, setup_future_usage: 'off_session' });
  await stripe.paymentIntents.confirm(first.id, { payment_method: 'pm_card_authenticationRequired' });
  const source = (await stripe.paymentIntents.retrieve(first.id)).next_action?.use_stripe_sdk;
  const { three_d_secure_2_source } = source as unknown as { three_d_secure_2_source: string };
  await cards.app.inject({
    method: 'POST',
    url: '/v1/3ds2/challenge_complete',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: `key=${PUBLISHABLE_KEY}&source=${three_d_secure_2_source}&outcome=authenticated`,
  });
  const { data } = await stripe.paymentMethods.list({ customer, type: 'card' });
  const [method] = data;
  expect(method?.card?.last4).toBe('3184');
  const offSession = { customer, payment_method: method?.id, off_session: true, confirm: true } as const;
  const error = await fault(
    stripe.paymentIntents.create({ ...price, ...offSession }, { idempotencyKey: 'due:o-3' }),
  );
  expect(error).toBeInstanceOf(Stripe.errors.StripeCardError);
  const { code, payment_intent: intent } = error as Stripe.errors.StripeCardError;
  expect([code, intent?.status]).toEqual(['authentication_required', 'requires_payment_method']);
  await stripe.customers.update(customer, { name: 'Ana' });
  const named = await stripe.customers.retrieve(customer);
  expect(named.deleted ? undefined : named.name).toBe('Ana');
  const detached = await stripe.paymentMethods.detach(method?.id ?? '');
  expect(detached.customer).toBeNull();
  expect((await stripe.customers.del(customer)).deleted).toBe(true);
  expect((await stripe.customers.retrieve(customer)).deleted).toBe(true);
});

test('events can be read with it', async () => {
  cards.clock.now += 1000;
  const { id } = await stripe.paymentIntents.create(price);
  const { data } = await stripe.events.list({ type: 'payment_intent.created', limit: 1 });
  const [event] = data;
  expect(event?.type === 'payment_intent.created' && event.data.object.id).toBe(id);
});
