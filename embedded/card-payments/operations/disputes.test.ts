import type Stripe from 'stripe';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openCards, type TestCards, WEBHOOK } from '#tests/support/card-payments.ts';

let cards: TestCards;
beforeAll(async () => {
  cards = await openCards({ webhook: WEBHOOK });
});
afterAll(() => cards.close());

const DISPUTED = '4000000000000259';

/** A payment that its cardholder disputes, and the dispute. */
async function disputed() {
  const { intent, answer } = await cards.pay(DISPUTED);
  expect([answer.status, intent.status]).toEqual([200, 'succeeded']);
  const { body } = await cards.call<Stripe.ApiList<Stripe.Dispute>>('GET', 'disputes', {
    payment_intent: intent.id,
  });
  return { intent, dispute: body.data[0] as Stripe.Dispute };
}
const answer = (id: string, form: Record<string, string>) =>
  cards.call<Stripe.Dispute>('POST', `disputes/${id}`, form);
const toldOf = async (dispute: string) => {
  const events = await cards.db.selectFrom('cards_events').select('body').orderBy('createdat').execute();
  return events
    .map(({ body }) => JSON.parse(body) as Stripe.Event)
    .filter(({ data }) => (data.object as { id: string }).id === dispute)
    .map(({ type }) => type)
    .sort();
};

test('the card for it succeeds, and its payment is then disputed as fraudulent', async () => {
  const { intent, dispute } = await disputed();
  expect(dispute).toMatchObject({
    object: 'dispute',
    amount: 6000,
    currency: 'usd',
    charge: intent.latest_charge,
    payment_intent: intent.id,
    reason: 'fraudulent',
    status: 'needs_response',
  });
  expect(await cards.chargeOf(intent)).toMatchObject({ disputed: true, refunded: false, amount_refunded: 0 });
  expect(await toldOf(dispute.id)).toEqual(['charge.dispute.created', 'charge.dispute.funds_withdrawn']);
});

test.each([
  ['winning_evidence', 'won', ['closed', 'created', 'funds_reinstated', 'funds_withdrawn', 'updated']],
  ['losing_evidence', 'lost', ['closed', 'created', 'funds_withdrawn', 'updated']],
])('%s ends a dispute as %s', async (text, status, told) => {
  const { intent, dispute } = await disputed();
  const { body } = await answer(dispute.id, { 'evidence[uncategorized_text]': text });
  expect(body).toMatchObject({ status, evidence: { uncategorized_text: text } });
  expect(await toldOf(dispute.id)).toEqual(told.map((one) => `charge.dispute.${one}`));
  expect((await cards.chargeOf(intent)).disputed).toBe(true);
  const again = await answer(dispute.id, { 'evidence[uncategorized_text]': text });
  expect(again.status).toBe(400);
});

test('a disputed charge can be refunded only once the dispute is won', async () => {
  const { intent, dispute } = await disputed();
  const refund = () => cards.call<Stripe.Refund>('POST', 'refunds', { payment_intent: intent.id });
  expect(await refund()).toMatchObject({ status: 400, body: { error: { code: 'charge_disputed' } } });
  await answer(dispute.id, { 'evidence[uncategorized_text]': 'winning_evidence' });
  expect(await refund()).toMatchObject({ status: 200, body: { amount: 6000 } });
});

test('an unknown dispute does not exist, and a browser may not ask', async () => {
  expect((await answer('du_none', {})).status).toBe(404);
  expect((await cards.fromBrowser('GET', 'disputes')).status).toBe(403);
});
