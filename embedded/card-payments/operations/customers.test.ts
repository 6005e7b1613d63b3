import type Stripe from 'stripe';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openCards, START_MS, type TestCards } from '#tests/support/card-payments.ts';

let cards: TestCards;
beforeAll(async () => {
  cards = await openCards();
});
afterAll(() => cards.close());

const create = (form: Record<string, string> = {}) => cards.call<Stripe.Customer>('POST', 'customers', form);

/** What the event of this type said about this customer; events of one moment have no order. */
const eventOf = async (type: string, id: string) => {
  const { body } = await cards.call<Stripe.ApiList<Stripe.Event>>('GET', 'events', { type, limit: '100' });
  return body.data.find(({ data }) => 'id' in data.object && data.object.id === id)?.data;
};

test('a customer has an address, a name and metadata', async () => {
  const { status, body } = await create({ email: 'ana@post.example', name: 'Ana', 'metadata[user]': 'u-1' });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    object: 'customer',
    email: 'ana@post.example',
    name: 'Ana',
    description: null,
    metadata: { user: 'u-1' },
    created: START_MS / 1000,
    livemode: false,
  });
  expect(body.id).toMatch(/^cus_[0-9A-Za-z]{24}$/);
  const { body: read } = await cards.call('GET', `customers/${body.id}`);
  expect(read).toEqual(body);
  expect((await eventOf('customer.created', body.id))?.object).toEqual(body);
});

test('a change keeps what it does not name, and an empty text takes away', async () => {
  const { body: made } = await create({ email: 'ana@post.example', name: 'Ana', 'metadata[a]': '1' });
  const changed = { name: '', 'metadata[a]': '', 'metadata[b]': '2' };
  const { body } = await cards.call<Stripe.Customer>('POST', `customers/${made.id}`, changed);
  expect(body).toEqual({ ...made, name: null, metadata: { b: '2' } });
  expect(await eventOf('customer.updated', made.id)).toMatchObject({
    object: body,
    previous_attributes: { name: 'Ana' },
  });
});

test('a deleted customer is known by its id alone, and cannot be used', async () => {
  const { body: made } = await create({ email: 'ben@post.example' });
  const gone = { id: made.id, object: 'customer', deleted: true };
  expect((await cards.call('DELETE', `customers/${made.id}`)).body).toEqual(gone);
  expect((await cards.call('GET', `customers/${made.id}`)).body).toEqual(gone);
  expect((await eventOf('customer.deleted', made.id))?.object).toEqual(made);
  const row = await cards.db
    .selectFrom('cards_customers')
    .selectAll()
    .where('id', '=', made.id)
    .executeTakeFirst();
  expect(JSON.stringify(row)).not.toContain('ben@');
  for (const [method, path, form] of [
    ['POST', `customers/${made.id}`, {}],
    ['DELETE', `customers/${made.id}`, {}],
    ['POST', 'payment_intents', { amount: '6000', currency: 'usd', customer: made.id }],
  ] as const) {
    const { status, body } = await cards.call(method, path, form);
    expect([status, body.error?.code]).toEqual([404, 'resource_missing']);
  }
});

test('no customer can be named after a card number', async () => {
  const { status, body } = await create({ name: '4242 4242 4242 4242' });
  expect([status, body.error?.message]).toEqual([400, 'A customer must not hold a card number.']);
});
