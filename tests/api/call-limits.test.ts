import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { Web } from '#server/http/app.ts';
import { openTestSchool, type TestSchool } from '#tests/support/school.ts';
import { openAccounts } from '#tests/support/thief.ts';

/*
 * How many calls of the school one person and one address may make in a minute, and whom that leaves alone.
 */

let school: TestSchool;
const web: Web = {
  middleware: (_request, _response, next) => next(),
  queryOf: () => new URLSearchParams(),
  render: async (_request, { api }) => Response.json(await api.listBlogs()),
};

beforeAll(async () => {
  school = await openTestSchool({ env: { RATE_LIMIT_FACTOR: '1', TRUST_PROXY: '127.0.0.1' }, web });
  const admin = await school.signIn('admin');
  const { body } = await admin.call('GET', '/school');
  await admin.call('PUT', '/school', { languages: ['en', 'de'], version: body.version });
});
afterEach(() => {
  vi.useRealTimers();
});
afterAll(() => school.close());

type From = { token?: string; from: string; language?: string };

async function ask(url: string, { token, from, language }: From) {
  return school.app.inject({
    url,
    headers: {
      'x-forwarded-for': from,
      ...(token && { authorization: `Bearer ${token}` }),
      ...(language && { 'accept-language': language }),
    },
  });
}

async function call(url: string, from: From) {
  const answer = await ask(url, from);
  return { status: answer.statusCode, code: answer.json().code, retryAfter: answer.headers['retry-after'] };
}

test('a person makes 300 calls a minute, from wherever; the next one says when to come again', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const busy = await school.signIn('student');
  const calm = await school.signIn('student');
  const ask = (n: number) =>
    call('/api/account/sessions', { token: busy.token, from: `198.51.100.${n % 200}` });
  for (let n = 1; n <= 300; n++) expect((await ask(n)).status).toBe(200);
  expect(await ask(301)).toEqual({ status: 429, code: 'too-many-requests', retryAfter: '60' });
  // Not those behind the same address, nor who only looks.
  expect((await call('/api/account/sessions', { token: calm.token, from: '198.51.100.1' })).status).toBe(200);
  expect((await call('/api/blog', { from: '198.51.100.1' })).status).toBe(200);
  vi.setSystemTime(Date.now() + 60_000);
  expect((await ask(302)).status).toBe(200);
});

test('an API key makes 600 calls a minute, from wherever; the admin who made it is not held up', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const admin = await school.signIn('admin');
  const [busy, calm] = await Promise.all(
    ['Busy', 'Calm'].map(
      async (name) => (await admin.call('POST', '/keys', { name, scopes: ['read'] })).body.secret,
    ),
  );
  const ask = (token: string, n: number) =>
    call('/api/reports/overview', { token, from: `203.0.113.${n % 200}` });
  for (let n = 1; n <= 600; n++) expect((await ask(busy, n)).status).toBe(200);
  expect(await ask(busy, 601)).toEqual({ status: 429, code: 'too-many-requests', retryAfter: '60' });
  expect((await ask(calm, 1)).status).toBe(200);
  expect((await admin.call('GET', '/keys')).status).toBe(200);
  vi.setSystemTime(Date.now() + 60_000);
  expect((await ask(busy, 602)).status).toBe(200);
});

test('calls with an ID token count as the same person’s', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const accounts = openAccounts(school);
  const { email, idToken } = await accounts.signIn('renews@test.example', { call: 'signUp' });
  const renew = async () => (await accounts.post('/api/jwt', { email }, idToken)).status;
  // Two calls were made at the sign-in.
  for (let n = 3; n <= 300; n++) expect(await renew()).toBe(200);
  expect(await renew()).toBe(429);
});

test('an address makes 3000 calls a minute: ten each of a school of three hundred', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const from = '2001:db8::1';
  for (let n = 1; n <= 3000; n++) expect((await call('/api/unknown', { from })).status).toBe(404);
  expect(await call('/api/blog', { from: '2001:db8::2' })).toMatchObject({ status: 429, retryAfter: '60' });
  // What others may be given again from memory is refused in the caller’s language, too.
  expect((await call('/api/blog', { from: '192.0.2.9' })).status).toBe(200);
  const inGerman = await ask('/api/blog', { from, language: 'de' });
  expect(inGerman.json().detail).toBe(
    'Zu viele Anfragen. Warten Sie einen Moment und versuchen Sie es noch einmal.',
  );
  const person = await school.signIn('student');
  expect((await call('/api/account/sessions', { token: person.token, from })).status).toBe(429);
  expect((await call('/api/blog', { from: '2001:db8:0:1::1' })).status).toBe(200);
  // Pages are another matter: what the school asks of itself counts for nobody.
  expect((await call('/blogs', { from })).status).toBe(200);
});
