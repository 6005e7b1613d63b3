import type Stripe from 'stripe';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { workCards } from '#embedded/card-payments/events/webhooks.ts';
import type { CardPaymentsTables } from '#embedded/card-payments/tables.ts';
import { openPostgres, openSqliteInMemory } from '#server/database/open.ts';
import { openJobs } from '#server/jobs/jobs.ts';
import { openCards, type TestCards, WEBHOOK } from '#tests/support/card-payments.ts';
import { makePostgresDatabase } from '#tests/support/database.ts';

/*
 * The card payments service on both databases. On PostgreSQL two services with pools of their own stand for
 * two processes; SQLite has one process, so there both are the same.
 */

let services: [TestCards, TestCards];
const heard: string[] = [];

beforeAll(async () => {
  const hook: typeof fetch = async (input, init) => {
    heard.push(JSON.parse(await new Request(input, init).text()).id);
    return new Response();
  };
  if (inject('dialect') === 'sqlite') {
    const one = await openCards({
      database: openSqliteInMemory<CardPaymentsTables>(),
      webhook: WEBHOOK,
      fetch: hook,
    });
    services = [one, one];
    return;
  }
  const url = await makePostgresDatabase();
  const open = (migrated: boolean) =>
    openCards({
      database: openPostgres<CardPaymentsTables>(url, { onCut: () => {} }),
      migrated,
      webhook: WEBHOOK,
      fetch: hook,
    });
  services = [await open(false), await open(true)];
});
afterAll(async () => {
  for (const service of new Set(services)) await service.close();
});

const ROUNDS = 12;
const either = (turn: number) => services[turn % 2] as TestCards;

test('of confirmations and a cancellation at once one wins, and money is taken at most once', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const intent = await services[0].createIntent();
    const answers = await Promise.all([
      ...[0, 1, 2, 3].map((turn) =>
        either(turn).call('POST', `payment_intents/${intent.id}/confirm`, { payment_method: 'pm_card_visa' }),
      ),
      either(round).call('POST', `payment_intents/${intent.id}/cancel`),
    ]);
    const won = answers.filter(({ status }) => status === 200);
    const lost = answers.filter(({ status }) => status !== 200);
    expect(won).toHaveLength(1);
    for (const { status, body } of lost) {
      expect([status, body.error?.code]).toEqual([400, 'payment_intent_unexpected_state']);
    }
    const charges = await services[0].db
      .selectFrom('cards_charges')
      .selectAll()
      .where('intentid', '=', intent.id)
      .execute();
    expect(charges).toHaveLength(won[0]?.body.status === 'succeeded' ? 1 : 0);
  }
});

test('a challenge answered twice at once is charged once', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { answer } = await services[0].pay('4000002760003184');
    const action = answer.body.next_action?.use_stripe_sdk as { three_d_secure_2_source: string };
    const form = { source: action.three_d_secure_2_source, outcome: 'authenticated' };
    const answers = await Promise.all(
      [0, 1, 2].map((turn) => either(turn).fromBrowser('POST', '3ds2/challenge_complete', form)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  }
});

test('refunds at once never give back more than was paid', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { intent } = await services[0].pay('4242424242424242');
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, turn) =>
        either(turn).call<Stripe.Refund>('POST', 'refunds', { payment_intent: intent.id, amount: '2500' }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
    expect((await services[0].chargeOf(intent)).amount_refunded).toBe(5000);
  }
});

test('one key at once in two processes makes one intent', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, turn) =>
        either(turn).call<Stripe.PaymentIntent>(
          'POST',
          'payment_intents',
          { amount: '6000', currency: 'usd', 'metadata[round]': `${round}` },
          { idempotencyKey: `pi:${round}` },
        ),
      ),
    );
    const ids = new Set(answers.filter(({ status }) => status === 200).map(({ body }) => body.id));
    expect(ids.size).toBe(1);
    for (const { status } of answers) expect([200, 409]).toContain(status);
  }
  const rows = await services[0].db.selectFrom('cards_intents').selectAll().execute();
  expect(rows.filter(({ metadata }) => metadata.includes('round'))).toHaveLength(ROUNDS);
});

test('two workers tell each event once', async () => {
  const workers = services.map(({ service }) => {
    const jobs = openJobs({
      logError: (error) => {
        throw error;
      },
    });
    jobs.add({ name: 'card-events', everyMs: 5, run: () => workCards(service) });
    jobs.start();
    return jobs;
  });
  const waiting = () =>
    services[0].db.selectFrom('cards_events').select('id').where('nextattemptat', 'is not', null).execute();
  await expect.poll(waiting, { timeout: 20_000 }).toEqual([]);
  await Promise.all(workers.map((worker) => worker.stop()));
  const events = await services[0].db.selectFrom('cards_events').select('id').execute();
  expect(heard.toSorted()).toEqual(events.map(({ id }) => id).toSorted());
});

test('lists go on where they ended, on either database', async () => {
  const seen: string[] = [];
  for (let more = true; more; ) {
    const { body } = await services[0].call<Stripe.ApiList<Stripe.PaymentIntent>>('GET', 'payment_intents', {
      limit: '7',
      ...(seen.length > 0 ? { starting_after: seen.at(-1) ?? '' } : {}),
    });
    seen.push(...body.data.map(({ id }) => id));
    more = body.has_more;
  }
  const made = await services[0].db.selectFrom('cards_intents').select('id').execute();
  expect(new Set(seen).size).toBe(seen.length);
  expect(seen.toSorted()).toEqual(made.map(({ id }) => id).toSorted());
});
