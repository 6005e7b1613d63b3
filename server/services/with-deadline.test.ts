import { expect, test } from 'vitest';
import type { CardPayments } from './card-payments.ts';
import { withDeadline } from './with-deadline.ts';

const silent = new Proxy({} as CardPayments, {
  get: (_, name) =>
    name === 'listIntents' || name === 'listEvents'
      ? async function* () {
          yield 'first' as never;
          await new Promise(() => {});
        }
      : () => new Promise(() => {}),
});

const unavailable = { code: 'provider-unavailable', status: 503, retryAfterS: 5 };

test('no call keeps a person waiting past the deadline, whatever the provider does', async () => {
  const cards = withDeadline(silent, 1);
  const order = { _id: 'o', amount: 1, currency: 'usd' };
  for (const call of [
    () => cards.createIntent(order),
    () => cards.readIntent('pi'),
    () => cards.cancelIntent('pi', 'o'),
    () => cards.refund('pi', 'key'),
    () => cards.listRefunds('pi'),
    () => cards.listDisputes('pi'),
  ]) {
    await expect(call()).rejects.toMatchObject(unavailable);
  }
});

test('a list gives what came and ends at the page that does not', async () => {
  const seen: unknown[] = [];
  const listed = (async () => {
    for await (const one of withDeadline(silent, 1).listIntents({ from: 0, to: 1 })) seen.push(one);
  })();
  await expect(listed).rejects.toMatchObject(unavailable);
  expect(seen).toEqual(['first']);
});
