import type Stripe from 'stripe';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openCards, START_MS, type TestCards } from '#tests/support/card-payments.ts';
import { importPayments, type PastPayment } from './import-payments.ts';

const DAY_MS = 86_400_000;
let cards: TestCards;
beforeAll(async () => {
  cards = await openCards();
});
afterAll(() => cards.close());

const past = (fields: Partial<PastPayment> = {}): PastPayment => ({
  metadata: { order: 'o-1' },
  amount: 6000,
  currency: 'usd',
  card: 'pm_card_mastercard',
  createdat: START_MS - 40 * DAY_MS,
  paidat: START_MS - 40 * DAY_MS + 60_000,
  refundedat: null,
  ...fields,
});

test('what is brought along stands in the books as a payment of its day, and tells nobody', async () => {
  const { service } = cards;
  const [kept, returned] = await importPayments(service, service.db, [
    past(),
    past({ refundedat: START_MS - 39 * DAY_MS }),
  ]);
  const { body } = await cards.call<Stripe.ApiList<Stripe.PaymentIntent>>('GET', 'payment_intents', {
    'created[lt]': String((START_MS - 39 * DAY_MS) / 1000),
    'expand[0]': 'data.latest_charge',
  });
  expect(body.data.map(({ id }) => id).sort()).toEqual([kept?.intentid, returned?.intentid].sort());
  const intent = body.data.find(({ id }) => id === kept?.intentid);
  expect(intent).toMatchObject({ status: 'succeeded', amount_received: 6000, metadata: { order: 'o-1' } });
  const charge = intent?.latest_charge as Stripe.Charge;
  expect(charge).toMatchObject({ id: kept?.chargeid, amount_refunded: 0, paid: true });
  expect(charge.created).toBe((START_MS - 40 * DAY_MS + 60_000) / 1000);
  expect(kept).toMatchObject({ cardlast4: '4444', refundid: null });
  const refunds = await cards.call<Stripe.ApiList<Stripe.Refund>>('GET', 'refunds', {
    payment_intent: returned?.intentid ?? '',
  });
  expect(refunds.body.data).toMatchObject([
    { id: returned?.refundid, status: 'succeeded', amount: 6000, charge: returned?.chargeid },
  ]);
  const events = await cards.call<Stripe.ApiList<Stripe.Event>>('GET', 'events');
  expect(events.body.data).toEqual([]);
});

test('what is left of an imported payment can go back, and what went back cannot again', async () => {
  const { service } = cards;
  const [kept, returned] = await importPayments(service, service.db, [
    past(),
    past({ refundedat: START_MS }),
  ]);
  const refund = (intentid = '') =>
    cards.call<Stripe.Refund>('POST', 'refunds', { payment_intent: intentid });
  expect((await refund(kept?.intentid)).body).toMatchObject({ status: 'succeeded', amount: 6000 });
  expect((await refund(returned?.intentid)).body.error?.code).toBe('charge_already_refunded');
});

test('a card that does not succeed cannot have paid', async () => {
  const { service } = cards;
  const declined = importPayments(service, service.db, [past({ card: 'pm_card_visa_chargeDeclined' })]);
  await expect(declined).rejects.toThrow('does not succeed');
});
