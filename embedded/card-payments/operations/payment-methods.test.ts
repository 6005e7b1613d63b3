import { afterAll, beforeAll, expect, test } from 'vitest';
import { TEST_CARDS } from '#contract/protocols/card-payments.ts';
import { openCards, START_MS, type TestCards } from '#tests/support/card-payments.ts';

let cards: TestCards;
beforeAll(async () => {
  cards = await openCards();
});
afterAll(() => cards.close());

test('a payment method shows the brand, the last four digits and the expiry of its card', async () => {
  const { status, body } = await cards.createMethod(
    {},
    {
      'billing_details[name]': 'Ana Lima',
      'billing_details[email]': 'unknown',
      payment_user_agent: 'stripe.js/1',
      guid: 'g',
      muid: 'm',
      sid: 's',
      time_on_page: '123',
    },
  );
  expect(status).toBe(200);
  expect(body).toMatchObject({
    object: 'payment_method',
    type: 'card',
    billing_details: { name: 'Ana Lima', email: 'unknown', phone: null },
    card: { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2034 },
    created: START_MS / 1000,
    livemode: false,
  });
  expect(body.id).toMatch(/^pm_[0-9A-Za-z]{24}$/);
});

test.each(TEST_CARDS)('the test card $number gets a payment method, whatever becomes of it', async (card) => {
  const { status, body } = await cards.createMethod({
    number: card.number,
    cvc: card.brand === 'amex' ? '1234' : '123',
  });
  expect([status, body.card?.brand, body.card?.last4]).toEqual([200, card.brand, card.number.slice(-4)]);
});

test('a number whose check digit is wrong is incorrect', async () => {
  const { status, body } = await cards.createMethod({ number: '4242424242424241' });
  expect(status).toBe(402);
  expect(body.error).toMatchObject({
    type: 'card_error',
    code: 'incorrect_number',
    param: 'number',
    message: 'Your card number is incorrect.',
    doc_url: 'https://docs.stripe.com/error-codes/incorrect-number',
  });
});

test('a number outside the test list is refused, and nothing is stored', async () => {
  const before = await cards.db.selectFrom('cards_methods').selectAll().execute();
  const { status, body } = await cards.createMethod({ number: '4111111111111111' });
  expect(status).toBe(402);
  expect(body.error).toMatchObject({
    type: 'card_error',
    code: 'card_declined',
    decline_code: 'test_mode_live_card',
  });
  expect(await cards.db.selectFrom('cards_methods').selectAll().execute()).toEqual(before);
});

test.each([
  [{ exp_month: '13' }, 'invalid_expiry_month', 'exp_month'],
  [{ exp_month: '0' }, 'invalid_expiry_month', 'exp_month'],
  [{ exp_year: '29' }, 'invalid_expiry_year', 'exp_year'],
  [{ exp_year: '2029' }, 'invalid_expiry_year', 'exp_year'],
  [{ exp_year: '203' }, 'invalid_expiry_year', 'exp_year'],
  [{ exp_year: '2081' }, 'invalid_expiry_year', 'exp_year'],
  [{ cvc: '12' }, 'invalid_cvc', 'cvc'],
  [{ cvc: '1234' }, 'invalid_cvc', 'cvc'],
  [{ cvc: 'abc' }, 'invalid_cvc', 'cvc'],
])('a card with %o is refused with %s', async (card, code, param) => {
  const { status, body } = await cards.createMethod(card);
  expect([status, body.error?.type, body.error?.code, body.error?.param]).toEqual([
    402,
    'card_error',
    code,
    param,
  ]);
});

test('a card is good to the end of its month', async () => {
  expect((await cards.createMethod({ exp_month: '1', exp_year: '30' })).status).toBe(200);
  cards.clock.now = Date.UTC(2030, 1, 1);
  const { body } = await cards.createMethod({ exp_month: '1', exp_year: '30' });
  cards.clock.now = START_MS;
  expect(body.error?.code).toBe('invalid_expiry_month');
});

test.each(['00447911123407@post.example', '447911123001@post.example', 'ana-1795214173824-8@post.example'])(
  'an address with a number that is no card, %s, is taken',
  async (email) => {
    const { status } = await cards.createMethod({}, { 'billing_details[email]': email });
    expect(status).toBe(200);
  },
);

test('billing details that hold a card number are refused', async () => {
  const { status, body } = await cards.createMethod({}, { 'billing_details[name]': '4111 1111 1111 1111' });
  expect([status, body.error?.type]).toEqual([400, 'invalid_request_error']);
});

test('what no call knows is refused by name', async () => {
  const { status, body } = await cards.createMethod({ colour: 'red' });
  expect(status).toBe(400);
  expect(body.error).toMatchObject({ code: 'parameter_unknown', param: 'card[colour]' });
});

test('two payment methods of one card have the same fingerprint, which no browser sees', async () => {
  const made = [(await cards.createMethod()).body, (await cards.createMethod()).body];
  expect(made.map(({ card }) => card?.fingerprint)).toEqual([undefined, undefined]);
  const kept = await cards.db
    .selectFrom('cards_methods')
    .select('fingerprint')
    .where(
      'id',
      'in',
      made.map(({ id }) => id),
    )
    .execute();
  expect(kept[0]?.fingerprint).toMatch(/^[\w-]{16}$/);
  expect(kept[1]?.fingerprint).toBe(kept[0]?.fingerprint);
});
