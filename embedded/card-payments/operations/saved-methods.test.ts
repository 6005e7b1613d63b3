import type Stripe from 'stripe';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Form, openCards, START_MS, type TestCards } from '#tests/support/card-payments.ts';

let cards: TestCards;
beforeAll(async () => {
  cards = await openCards();
});
afterAll(() => cards.close());

const PRICE = { amount: '6000', currency: 'usd' };

const newCustomer = async () => (await cards.call<Stripe.Customer>('POST', 'customers')).body.id;
const savedWith = async (customer: string) => {
  const { body } = await cards.call<Stripe.ApiList<Stripe.PaymentMethod>>('GET', 'payment_methods', {
    customer,
  });
  return body.data;
};
/** What the event of this type said about this object; events of one moment have no order. */
const eventOf = async (type: string, id: string | undefined) => {
  const list = await cards.call<Stripe.ApiList<Stripe.Event>>('GET', 'events', { type, limit: '100' });
  return list.body.data.find(({ data }) => 'id' in data.object && data.object.id === id)?.data;
};
const sourceOf = (intent: Stripe.PaymentIntent) =>
  (intent.next_action?.use_stripe_sdk as { three_d_secure_2_source?: string } | undefined)
    ?.three_d_secure_2_source ?? '';

/** A customer whose first payment with this card saved it; the holder passes the challenge of their bank. */
async function saved(number: string, usage = 'off_session') {
  const customer = await newCustomer();
  const { answer } = await cards.pay(number, { customer, setup_future_usage: usage });
  if (answer.body.status === 'requires_action') {
    const source = sourceOf(answer.body);
    await cards.fromBrowser('POST', '3ds2/challenge_complete', { source, outcome: 'authenticated' });
  }
  const [method] = await savedWith(customer);
  return { customer, payment_method: method?.id ?? '' };
}

const chargeOffSession = (of: { customer: string; payment_method: string }, more: Form = {}) =>
  cards.call<Stripe.PaymentIntent>('POST', 'payment_intents', {
    ...PRICE,
    ...of,
    off_session: 'true',
    confirm: 'true',
    ...more,
  });

test('a payment saves its card with the customer, and only once it succeeded', async () => {
  const customer = await newCustomer();
  const saving = { customer, setup_future_usage: 'off_session' };
  const { intent: declined } = await cards.pay('4000000000000002', saving);
  expect(await savedWith(customer)).toEqual([]);
  const paid = await cards.confirm(declined, { payment_method: 'pm_card_visa' });
  expect(paid.body).toMatchObject({ status: 'succeeded', setup_future_usage: 'off_session' });
  const [method] = await savedWith(customer);
  expect(method).toMatchObject({ customer, card: { last4: '4242' } });
  expect((await eventOf('payment_method.attached', method?.id))?.object).toEqual(method);
  const { body: intent } = await cards.call<Stripe.PaymentIntent>('GET', `payment_intents/${declined.id}`);
  expect(intent).toMatchObject({ customer, payment_method: method?.id });
  expect((await cards.chargeOf(intent)).customer).toBe(customer);
  const { body: read } = await cards.call('GET', `payment_methods/${method?.id}`);
  expect(read).toEqual(method);
});

test('without setup_future_usage nothing is saved', async () => {
  const customer = await newCustomer();
  await cards.pay('4242424242424242', { customer });
  expect(await savedWith(customer)).toEqual([]);
});

test('whether the card is saved can be said until the payment has succeeded', async () => {
  const customer = await newCustomer();
  const intent = await cards.createIntent();
  const update = (form: Form) =>
    cards.call<Stripe.PaymentIntent>('POST', `payment_intents/${intent.id}`, form);
  const { body } = await update({ customer, setup_future_usage: 'off_session' });
  expect(body).toMatchObject({ customer, setup_future_usage: 'off_session', amount: 6000 });
  expect((await update({ setup_future_usage: '' })).body).toMatchObject({
    customer,
    setup_future_usage: null,
  });
  await update({ setup_future_usage: 'off_session' });
  await cards.confirm(intent, { payment_method: 'pm_card_visa' });
  expect(await savedWith(customer)).toHaveLength(1);
  expect((await update({ setup_future_usage: '' })).body.error?.code).toBe('payment_intent_unexpected_state');
});

test.each(['4242424242424242', '4000002500003155', '4000003800000446'])(
  'the saved card %s pays without its holder',
  async (number) => {
    const { status, body } = await chargeOffSession(await saved(number));
    expect([status, body.status, body.amount_received]).toEqual([200, 'succeeded', 6000]);
  },
);

test('a card that always asks is refused without its holder, who can pay the same intent', async () => {
  const of = await saved('4000002760003184');
  const { status, body } = await chargeOffSession(of);
  expect(status).toBe(402);
  expect(body.error).toMatchObject({
    type: 'card_error',
    code: 'authentication_required',
    decline_code: 'authentication_required',
    message: 'Your card was declined. This transaction requires authentication.',
    payment_method: { id: of.payment_method },
    payment_intent: { status: 'requires_payment_method', customer: of.customer },
  });
  const intent = body.error?.payment_intent as Stripe.PaymentIntent;
  const { body: read } = await cards.call<Stripe.PaymentIntent>('GET', `payment_intents/${intent.id}`);
  expect(read).toMatchObject({
    status: 'requires_payment_method',
    payment_method: null,
    last_payment_error: { code: 'authentication_required', payment_method: { id: of.payment_method } },
  });
  expect((await eventOf('payment_intent.payment_failed', intent.id))?.object).toEqual(read);
  expect(await cards.chargeOf(read)).toMatchObject({ paid: false, failure_code: 'authentication_required' });
  const { body: asked } = await cards.confirm(read, { payment_method: of.payment_method });
  expect(asked.status).toBe('requires_action');
  const source = sourceOf(asked);
  await cards.fromBrowser('POST', '3ds2/challenge_complete', { source, outcome: 'authenticated' });
  const { body: paid } = await cards.call<Stripe.PaymentIntent>('GET', `payment_intents/${intent.id}`);
  expect(paid.status).toBe('succeeded');
});

test('a card that was saved for payments with its holder alone asks without them', async () => {
  const { body } = await chargeOffSession(await saved('4000002500003155', 'on_session'));
  expect(body.error?.code).toBe('authentication_required');
});

test('a card that was saved and has expired since is refused', async () => {
  const of = await saved('4242424242424242');
  cards.clock.now = Date.UTC(2035, 0, 1);
  const { status, body } = await chargeOffSession(of);
  cards.clock.now = START_MS;
  expect([status, body.error?.code, body.error?.message]).toEqual([
    402,
    'expired_card',
    'Your card has expired.',
  ]);
});

test('the card 4000000000000341 can be attached, and is declined when it is charged', async () => {
  const customer = await newCustomer();
  const { body: method } = await cards.call<Stripe.PaymentMethod>(
    'POST',
    'payment_methods/pm_card_chargeCustomerFail/attach',
    { customer },
  );
  expect(await savedWith(customer)).toEqual([method]);
  const { status, body } = await chargeOffSession({ customer, payment_method: method.id });
  expect([status, body.error?.code, body.error?.decline_code]).toEqual([
    402,
    'card_declined',
    'generic_decline',
  ]);
  const attach = 'payment_methods/pm_card_visa_chargeDeclined/attach';
  const declined = await cards.call('POST', attach, { customer });
  expect([declined.status, declined.body.error?.code]).toEqual([402, 'card_declined']);
});

test('a failed charge is replayed under its key, and not tried again', async () => {
  const of = await saved('4000002760003184');
  const send = () =>
    cards.call<Stripe.PaymentIntent>(
      'POST',
      'payment_intents',
      { ...PRICE, ...of, off_session: 'true', confirm: 'true' },
      { idempotencyKey: 'due:1' },
    );
  const [first, again] = [await send(), await send()];
  expect(again.body).toEqual(first.body);
  expect([again.status, again.headers['idempotent-replayed']]).toEqual([402, 'true']);
});

test('a detached card can be used no more, by no one', async () => {
  const of = await saved('4242424242424242');
  const detach = () =>
    cards.call<Stripe.PaymentMethod>('POST', `payment_methods/${of.payment_method}/detach`);
  const { body } = await detach();
  expect(body).toMatchObject({ id: of.payment_method, customer: null });
  expect(await eventOf('payment_method.detached', of.payment_method)).toEqual({
    object: body,
    previous_attributes: { customer: of.customer },
  });
  expect(await savedWith(of.customer)).toEqual([]);
  expect((await chargeOffSession(of)).status).toBe(400);
  expect((await detach()).status).toBe(400);
  const attach = `payment_methods/${of.payment_method}/attach`;
  expect((await cards.call('POST', attach, { customer: of.customer })).status).toBe(400);
});

test('a deleted customer’s cards are detached', async () => {
  const of = await saved('4242424242424242');
  await cards.call('DELETE', `customers/${of.customer}`);
  const { body } = await cards.call('GET', `payment_methods/${of.payment_method}`);
  expect(body).toMatchObject({ customer: null });
  expect((await eventOf('payment_method.detached', of.payment_method))?.object).toEqual(body);
});

test('a customer’s card pays for no one else', async () => {
  const { payment_method } = await saved('4242424242424242');
  const others = await chargeOffSession({ customer: await newCustomer(), payment_method });
  expect([others.status, others.body.error?.param]).toEqual([400, 'payment_method']);
  const intent = await cards.createIntent();
  const { status, body } = await cards.confirm(intent, { payment_method });
  expect([status, body.error?.param]).toEqual([400, 'payment_method']);
});

test.each([
  [{ off_session: 'true' }, 'off_session'],
  [{ confirm: 'true' }, 'payment_method'],
  [{ setup_future_usage: 'always' }, 'setup_future_usage'],
  [{ customer: 'cus_none' }, 'customer'],
])('an intent with %o is refused', async (form: Form, param) => {
  const { status, body } = await cards.call('POST', 'payment_intents', { ...PRICE, ...form });
  expect([status, body.error?.param]).toEqual([form.customer ? 404 : 400, param]);
});

test('a browser cannot say that its holder is not there', async () => {
  const intent = await cards.createIntent();
  const form = { payment_method: 'pm_card_visa', off_session: 'true' };
  const { status, body } = await cards.confirm(intent, form);
  expect([status, body.error?.param]).toEqual([400, 'off_session']);
});
