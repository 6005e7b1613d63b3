import { expect, test } from 'vitest';
import { TEST_CARDS } from '#contract/protocols/card-payments.ts';
import { type Form, openCards } from '#tests/support/card-payments.ts';

const CVC = '987';

test('no card number and no code is ever stored, and no secret logged', async () => {
  const lines: string[] = [];
  const cards = await openCards({ log: (line) => lines.push(line) });
  const numbers = [...TEST_CARDS.map(({ number }) => number), '4111111111111111', '4242424242424241'];
  for (const number of numbers) {
    const cvc = number.length === 15 ? `${CVC}6` : CVC;
    const { body } = await cards.createMethod({ number, cvc });
    if (body.id) await cards.confirm(await cards.createIntent(), { payment_method: body.id });
    const card: Form = { number, exp_month: '12', exp_year: '34', cvc };
    await cards.confirm(
      await cards.createIntent(),
      Object.fromEntries([
        ['payment_method_data[type]', 'card'],
        ...Object.entries(card).map(([name, value]) => [`payment_method_data[card][${name}]`, value]),
      ]),
    );
    await cards.createMethod({ number, cvc, unknown: number });
    const customer = await cards.call<{ id: string }>('POST', 'customers', { name: 'Ana' });
    const saving = { customer: customer.body.id, setup_future_usage: 'off_session' };
    if (body.id) await cards.pay(number, saving);
  }
  const intent = await cards.createIntent();
  await cards.fromBrowser('GET', `payment_intents/${intent.id}`, {
    client_secret: intent.client_secret ?? '',
  });
  const tables = await cards.db.introspection.getTables();
  expect(tables.filter(({ name }) => name.startsWith('cards_')).length).toBeGreaterThan(5);
  const rows = await Promise.all(
    tables.map(({ name }) =>
      cards.db
        .selectFrom(name as 'cards_intents')
        .selectAll()
        .execute(),
    ),
  );
  const kept = JSON.stringify(rows) + lines.join('');
  expect(kept).toContain('4242');
  expect(lines.length).toBeGreaterThan(50);
  for (const number of numbers) expect(kept).not.toContain(number);
  // Bounded by quotes or the ends of words, since ids and moments have digits of their own.
  expect(kept).not.toMatch(new RegExp(`[":=\\s]${CVC}6?["&,\\s]`));
  expect(lines.join('')).not.toContain(intent.client_secret);
  await cards.close();
});
