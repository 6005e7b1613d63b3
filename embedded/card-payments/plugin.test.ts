import fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openCards, PUBLISHABLE_KEY, SECRET_KEY, type TestCards } from '#tests/support/card-payments.ts';
import { cardPaymentsService } from './plugin.ts';
import { routes } from './routes.ts';

let cards: TestCards;
beforeAll(async () => {
  cards = await openCards();
});
afterAll(() => cards.close());

const post = (payload: string | Buffer, type = 'application/x-www-form-urlencoded') =>
  cards.app.inject({
    method: 'POST',
    url: '/cards/v1/payment_intents',
    payload,
    headers: { 'content-type': type, authorization: `Bearer ${SECRET_KEY}` },
  });

test('every answer has Stripe’s headers and is never cached', async () => {
  const { headers } = await cards.call('GET', 'payment_intents');
  expect(headers).toMatchObject({
    'request-id': expect.stringMatching(/^req_[0-9A-Za-z]{24}$/),
    'stripe-version': expect.any(String),
    'stripe-should-retry': 'false',
    'cache-control': 'no-cache, no-store',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
  });
});

test.each(routes)('without a right key $method $url is refused', async ({ method, url }) => {
  const path = url.replace('/v1/', '').replace(':id', 'x_1');
  for (const key of ['', 'sk_test_wrong', 'pk_test_wrong', `${SECRET_KEY}x`]) {
    const { status, body, headers } = await cards.call(method, path, {}, { key });
    expect([status, body.error?.type]).toEqual([401, 'invalid_request_error']);
    expect(JSON.stringify(body)).not.toContain(SECRET_KEY);
    expect(headers['request-id']).toBeDefined();
  }
});

test.each(routes.filter(({ caller }) => caller === 'server'))(
  'a browser may not call $method $url',
  async ({ method, url }) => {
    const path = url.replace('/v1/', '').replace(':id', 'x_1');
    const { status, body } = await cards.call(method, path, {}, { key: PUBLISHABLE_KEY });
    expect([status, body.error?.code]).toEqual([403, 'secret_key_required']);
  },
);

test('the public surface does not know the secret key, nor the secret surface the publishable one', async () => {
  const open = async (surface: 'public' | 'secret') => openCards({ surface });
  const [browsers, servers] = [await open('public'), await open('secret')];
  const list = (of: TestCards, key: string) => of.call('GET', 'payment_intents', {}, { key });
  expect((await list(browsers, SECRET_KEY)).status).toBe(401);
  expect((await list(browsers, PUBLISHABLE_KEY)).status).toBe(403);
  expect((await browsers.createMethod()).status).toBe(200);
  expect((await list(servers, SECRET_KEY)).status).toBe(200);
  expect((await servers.createMethod()).status).toBe(401);
  await Promise.all([browsers.close(), servers.close()]);
});

test.each([
  ['another body format', () => post('{"amount":6000}', 'application/json'), 400],
  ['a body that is too long', () => post(`description=${'x'.repeat(70_000)}`), 413],
  ['a body that is no form', () => post(Buffer.from('a[b=1')), 400],
  ['an unknown address', () => cards.app.inject('/cards/v1/customers'), 404],
])('%s is refused in Stripe’s form', async (_, send, status) => {
  const answer = await send();
  expect(answer.statusCode).toBe(status);
  expect(answer.json()).toEqual({
    error: {
      type: 'invalid_request_error',
      message: expect.any(String),
      request_log_url: `https://dashboard.stripe.com/test/logs/${answer.headers['request-id']}`,
    },
  });
});

test('a fault of the service shows nothing of its inside, and may be tried again', async () => {
  const broken = await openCards();
  await broken.database.close();
  const { status, body, headers } = await broken.call('GET', 'payment_intents');
  expect([status, body.error?.type]).toEqual([500, 'api_error']);
  expect(body.error?.message).toBe('Something went wrong on our side. Try again in a moment.');
  expect(headers['stripe-should-retry']).toBeUndefined();
  await broken.app.close();
});

test('one address may try thirty cards a minute, and another is not held up by it', async () => {
  const limited = await openCards({ rateLimitFactor: 1 });
  const intent = await limited.createIntent();
  const attempt = (from: string) =>
    limited.call(
      'POST',
      `payment_intents/${intent.id}/confirm`,
      { client_secret: intent.client_secret ?? '', payment_method: 'pm_card_visa_chargeDeclined' },
      { key: PUBLISHABLE_KEY, from },
    );
  for (let tries = 0; tries < 30; tries++) expect((await attempt('198.51.100.1')).status).toBe(402);
  const { status, body } = await attempt('198.51.100.1');
  expect([status, body.error?.code]).toEqual([429, 'rate_limit']);
  expect((await attempt('198.51.100.2')).status).toBe(402);
  expect((await limited.call('GET', 'payment_intents', {}, { from: '198.51.100.1' })).status).toBe(200);
  await limited.close();
});

test('what surrounds the service keeps its own body formats and errors', async () => {
  const app = fastify();
  await app.register(cardPaymentsService, {
    ...cards.service,
    surface: 'public',
    prefix: '/cards',
  });
  app.post('/echo', async (request) => request.body);
  const echoed = await app.inject({ method: 'POST', url: '/echo', payload: { a: 1 } });
  expect(echoed.json()).toEqual({ a: 1 });
  expect(echoed.headers['request-id']).toBeUndefined();
  expect((await app.inject('/nothing')).json()).toMatchObject({ error: 'Not Found' });
  await app.close();
});
