import type Stripe from 'stripe';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openCards, SECRET_KEY, type TestCards } from '#tests/support/card-payments.ts';

const HOUR_MS = 60 * 60 * 1000;

let cards: TestCards;
beforeEach(async () => {
  cards = await openCards();
});
afterEach(() => cards.close());

const create = (idempotencyKey: string, form: Record<string, string> = {}, of = cards) =>
  of.call<Stripe.PaymentIntent>(
    'POST',
    'payment_intents',
    { amount: '6000', currency: 'usd', ...form },
    { idempotencyKey },
  );
const keysTaken = async () => (await cards.db.selectFrom('cards_idempotency').selectAll().execute()).length;

const ownerOf = async (key: string) =>
  (await cards.db.selectFrom('cards_idempotency').select('owner').where('key', '=', key).executeTakeFirst())
    ?.owner;

/**
 * The database, only that no transaction begins before the gate opens: a process that is slow after it took a
 * key.
 */
function heldBy(gate: Promise<void>): TestCards['db'] {
  const transaction = () => ({
    execute: async (work: (tx: never) => Promise<unknown>) => {
      await gate;
      return cards.db.transaction().execute(work as never);
    },
  });
  return new Proxy(cards.db, {
    get: (db, name) => {
      if (name === 'transaction') return transaction;
      const value: unknown = Reflect.get(db, name, db);
      return typeof value === 'function' ? value.bind(db) : value;
    },
  });
}

const intentsMade = async () => (await cards.db.selectFrom('cards_intents').selectAll().execute()).length;

test('a repeated key gets the first answer again, and nothing is done twice', async () => {
  const first = await create('pi:1');
  const again = await create('pi:1');
  expect(again.body).toEqual(first.body);
  expect(await intentsMade()).toBe(1);
  expect(first.headers['idempotent-replayed']).toBeUndefined();
  expect(first.headers['original-request']).toBe(first.headers['request-id']);
  expect(again.headers).toMatchObject({
    'idempotent-replayed': 'true',
    'idempotency-key': 'pi:1',
    'original-request': first.headers['request-id'],
  });
  expect(again.headers['request-id']).not.toBe(first.headers['request-id']);
});

test('the order of the parameters does not matter, their values do', async () => {
  await create('pi:1', { 'metadata[a]': '1', 'metadata[b]': '2' });
  const again = await create('pi:1', { 'metadata[b]': '2', 'metadata[a]': '1' });
  expect(again.headers['idempotent-replayed']).toBe('true');
  const other = await create('pi:1', { 'metadata[a]': '1', 'metadata[b]': '3' });
  expect([other.status, other.body.error?.type]).toEqual([400, 'idempotency_error']);
});

test('a key belongs to the call that it was first used for', async () => {
  const { body } = await create('pi:1');
  const { status, body: refused } = await cards.call(
    'POST',
    `payment_intents/${body.id}/cancel`,
    {},
    { idempotencyKey: 'pi:1' },
  );
  expect([status, refused.error?.type]).toEqual([400, 'idempotency_error']);
});

test('while a key’s first request is under way the key is in use', async () => {
  const gate = Promise.withResolvers<void>();
  const slow = await openCards({ db: heldBy(gate.promise), database: cards.database, migrated: true });
  const first = create('pi:1', {}, slow);
  await expect.poll(() => keysTaken()).toBe(1);
  const { status, body, headers } = await create('pi:1');
  expect([status, body.error?.code]).toEqual([409, 'idempotency_key_in_use']);
  expect(headers['stripe-should-retry']).toBeUndefined();
  gate.resolve();
  expect((await first).status).toBe(200);
  expect((await create('pi:1')).body).toEqual((await first).body);
  expect(await intentsMade()).toBe(1);
  await slow.app.close();
});

test('of twenty requests at once under one key one works', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => create('pi:1')));
  expect(await intentsMade()).toBe(1);
  const fresh = answers.filter(({ status, headers }) => status === 200 && !headers['idempotent-replayed']);
  expect(fresh).toHaveLength(1);
  for (const { status } of answers) expect([200, 409]).toContain(status);
});

test('a refused payment is kept too: the same key is refused again, a new one is tried', async () => {
  const intent = await cards.createIntent();
  const confirm = (idempotencyKey: string, payment_method: string) =>
    cards.call('POST', `payment_intents/${intent.id}/confirm`, { payment_method }, { idempotencyKey });
  const first = await confirm('c:1', 'pm_card_visa_chargeDeclined');
  const again = await confirm('c:1', 'pm_card_visa_chargeDeclined');
  expect([first.status, again.status, again.headers['idempotent-replayed']]).toEqual([402, 402, 'true']);
  expect(again.body).toEqual(first.body);
  expect((await confirm('c:2', 'pm_card_visa')).status).toBe(200);
});

test('what the state of things refused is kept, what was wrongly written is not', async () => {
  const missing = () =>
    cards.call('POST', 'refunds', { payment_intent: 'pi_none' }, { idempotencyKey: 'refund:1' });
  const first = await missing();
  const again = await missing();
  expect([first.status, again.status, again.headers['idempotent-replayed']]).toEqual([404, 404, 'true']);
  expect((await create('pi:1', { amount: '60.5' })).status).toBe(400);
  const right = await create('pi:1');
  expect([right.status, right.headers['idempotent-replayed']]).toEqual([200, undefined]);
});

test('an answer is kept for a day, and over a restart', async () => {
  const { body } = await create('pi:1');
  const restarted = await openCards({ database: cards.database, migrated: true });
  restarted.clock.now = cards.clock.now + 24 * HOUR_MS;
  expect((await create('pi:1', {}, restarted)).body.id).toBe(body.id);
  restarted.clock.now += 1;
  expect((await create('pi:1', {}, restarted)).body.id).not.toBe(body.id);
  await restarted.app.close();
});

test('a key whose process died is free again after its lease, and not before', async () => {
  const { body } = await create('pi:1');
  await cards.db.deleteFrom('cards_events').execute();
  await cards.db.deleteFrom('cards_intents').execute();
  const dead = { status: null, body: null, owner: 'req_dead', leaseuntil: cards.clock.now + 15_000 };
  await cards.db.updateTable('cards_idempotency').set(dead).execute();
  expect((await create('pi:1')).status).toBe(409);
  cards.clock.now += 15_000;
  const taken = await create('pi:1');
  expect([taken.status, taken.body.id === body.id]).toEqual([200, false]);
});

test('a request whose lease was taken over undoes what it did, whichever is ready first', async () => {
  for (const firstIsFaster of [true, false]) {
    const key = `pi:${firstIsFaster}`;
    const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
    const open = (gate: Promise<void>) =>
      openCards({ ...cards.service, db: heldBy(gate), database: cards.database, migrated: true });
    const [one, other] = [await open(gates[0].promise), await open(gates[1].promise)];
    const first = create(key, {}, one);
    await expect.poll(() => ownerOf(key)).toBeDefined();
    const owner = await ownerOf(key);
    cards.clock.now += 15_000;
    const second = create(key, {}, other);
    await expect.poll(() => ownerOf(key)).not.toBe(owner);
    const before = await intentsMade();
    for (const turn of firstIsFaster ? ([0, 1] as const) : ([1, 0] as const)) {
      gates[turn].resolve();
      await [first, second][turn];
    }
    expect([(await first).status, (await second).status]).toEqual([409, 200]);
    expect(await intentsMade()).toBe(before + 1);
    expect((await create(key)).body.id).toBe((await second).body.id);
    await Promise.all([one.app.close(), other.app.close()]);
  }
});

test('a browser’s Idempotency-Key is not heeded', async () => {
  const intent = await cards.createIntent({}, { key: SECRET_KEY });
  const read = await cards.call(
    'POST',
    `payment_intents/${intent.id}/confirm`,
    { client_secret: intent.client_secret ?? '', payment_method: 'pm_card_visa' },
    { key: cards.service.publishableKey, idempotencyKey: 'k' },
  );
  expect([read.status, read.headers['idempotency-key']]).toEqual([200, undefined]);
  expect(await cards.db.selectFrom('cards_idempotency').selectAll().execute()).toEqual([]);
});
