import type Stripe from 'stripe';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CardsAnswer, openCards, type TestCards } from '#tests/support/card-payments.ts';

let cards: TestCards;
beforeAll(async () => {
  cards = await openCards();
});
afterAll(() => cards.close());

type Setup = Stripe.SetupIntent;

const newCustomer = async () => (await cards.call<Stripe.Customer>('POST', 'customers')).body.id;
const newSetup = async (form: Record<string, string> = {}) =>
  (await cards.call<Setup>('POST', 'setup_intents', form)).body;
const confirm = async ({ id, client_secret }: Setup, number = '4242424242424242') => {
  const { body: method } = await cards.createMethod({ number });
  return cards.fromBrowser<Setup>('POST', `setup_intents/${id}/confirm`, {
    client_secret: client_secret ?? '',
    payment_method: method.id,
  });
};
const read = async ({ id }: Setup) =>
  (await cards.call<Setup>('GET', `setup_intents/${id}`, { 'expand[]': 'payment_method' })).body;
const complete = ({ body }: CardsAnswer<Setup>, outcome: 'authenticated' | 'failed') => {
  const action = body.next_action?.use_stripe_sdk as { three_d_secure_2_source: string };
  const source = action.three_d_secure_2_source;
  return cards.fromBrowser('POST', '3ds2/challenge_complete', { source, outcome });
};
const savedWith = async (customer: string) =>
  (await cards.call<Stripe.ApiList<Stripe.PaymentMethod>>('GET', 'payment_methods', { customer })).body.data;
const charge = (customer: string, payment_method: string) =>
  cards.call<Stripe.PaymentIntent>('POST', 'payment_intents', {
    ...{ amount: '6000', currency: 'usd', customer, payment_method },
    ...{ off_session: 'true', confirm: 'true' },
  });

test('a card is saved without a payment and pays later while its holder is away', async () => {
  const customer = await newCustomer();
  const setup = await newSetup({ customer, 'metadata[order]': 'o-1' });
  expect(setup).toMatchObject({ status: 'requires_payment_method', usage: 'off_session', customer });
  expect((await confirm(setup)).body.status).toBe('succeeded');
  const saved = await read(setup);
  expect(saved).toMatchObject({ status: 'succeeded', metadata: { order: 'o-1' } });
  const method = saved.payment_method as Stripe.PaymentMethod;
  expect(method).toMatchObject({ customer, card: { last4: '4242' } });
  expect((await charge(customer, method.id)).body.status).toBe('succeeded');
  expect(await cards.db.selectFrom('cards_charges').select('amount').execute()).toEqual([{ amount: 6000 }]);
});

test('the customer is named until the card is saved, and no later', async () => {
  const customer = await newCustomer();
  const setup = await newSetup();
  await cards.call('POST', `setup_intents/${setup.id}`, { customer });
  await confirm(setup);
  expect(await savedWith(customer)).toHaveLength(1);
  const late = await cards.call('POST', `setup_intents/${setup.id}`, { customer: await newCustomer() });
  expect([late.status, late.body.error?.code]).toEqual([400, 'setup_intent_unexpected_state']);
});

test('the bank of a card may ask first; once it was answered the card pays without being asked', async () => {
  const customer = await newCustomer();
  const setup = await newSetup({ customer });
  const failed = await confirm(setup, '4000002500003155');
  expect(failed.body.status).toBe('requires_action');
  await complete(failed, 'failed');
  const after = await read(setup);
  expect([after.status, after.last_setup_error?.code]).toEqual([
    'requires_payment_method',
    'setup_intent_authentication_failure',
  ]);
  expect(await savedWith(customer)).toEqual([]);
  await complete(await confirm(setup, '4000002500003155'), 'authenticated');
  const [method] = await savedWith(customer);
  expect((await charge(customer, method?.id ?? '')).body.status).toBe('succeeded');
});

test('a card that its bank declines is not saved, and another one is', async () => {
  const customer = await newCustomer();
  const setup = await newSetup({ customer });
  const declined = await confirm(setup, '4000000000000002');
  expect([declined.status, declined.body.error?.decline_code]).toEqual([402, 'generic_decline']);
  expect(await savedWith(customer)).toEqual([]);
  expect((await confirm(setup)).body.status).toBe('succeeded');
});

test('4000 0000 0000 0341 is saved and then declines every payment', async () => {
  const customer = await newCustomer();
  await confirm(await newSetup({ customer }), '4000000000000341');
  const [method] = await savedWith(customer);
  const { status, body } = await charge(customer, method?.id ?? '');
  expect([status, body.error?.code]).toEqual([402, 'card_declined']);
});

test('a setup is cancelled until its card is saved', async () => {
  const [open, done] = [await newSetup(), await newSetup()];
  await confirm(done);
  const cancel = ({ id }: Setup) => cards.call<Setup>('POST', `setup_intents/${id}/cancel`);
  expect((await cancel(open)).body.status).toBe('canceled');
  expect((await confirm(open)).status).toBe(400);
  expect((await cancel(done)).status).toBe(400);
});

test('a browser that does not show the secret of a setup finds none, and sees nothing of the shop’s', async () => {
  const setup = await newSetup({ 'metadata[order]': 'o-2', customer: await newCustomer() });
  const shown = (client_secret: string) =>
    cards.fromBrowser<Setup>('GET', `setup_intents/${setup.id}`, { client_secret });
  expect((await shown(`${setup.id}_secret_guessed`)).status).toBe(404);
  const { body } = await shown(setup.client_secret ?? '');
  expect(body).not.toHaveProperty('metadata');
  expect(body).not.toHaveProperty('customer');
  expect((await cards.fromBrowser('POST', 'setup_intents', {})).status).toBe(403);
});
