import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  API_KEY,
  openIdentity,
  PASSWORD,
  readPosted,
  type TestIdentity,
} from '#tests/support/identity-service.ts';
import { closingPage } from './html.ts';

const STATE = 'state-of-the-opener';
const demoPeople = [
  { name: 'Ada <b>Lovelace</b>', email: 'ada@example.com' },
  { name: 'Bea Miller', email: 'bea@example.com' },
];

let identity: TestIdentity;
beforeEach(async () => {
  identity = await openIdentity({ providers: { demoPeople } });
});
afterEach(() => identity.close());

const open = (query: Record<string, string>) =>
  identity.app.inject(
    `/identity/popup?${new URLSearchParams({ provider: 'google.com', state: STATE, apiKey: API_KEY, ...query })}`,
  );
const choose = (form: Record<string, string>) =>
  identity.app.inject({
    method: 'POST',
    url: '/identity/popup',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({
      provider: 'google.com',
      state: STATE,
      apiKey: API_KEY,
      ...form,
    }).toString(),
  });

test('the popup offers the demo people and nowhere to type', async () => {
  const { statusCode, body, headers } = await open({});
  expect(statusCode).toBe(200);
  expect(body.match(/<button name="person" value="\d"/g)).toHaveLength(2);
  expect(body).toContain('Ada &lt;b&gt;Lovelace&lt;/b&gt;');
  expect(body).not.toMatch(/<input type="(?!hidden)/);
  expect(body).not.toContain('<b>');
  expect(headers).toMatchObject({
    'cache-control': 'no-store',
    'cross-origin-opener-policy': 'unsafe-none',
    'content-type': 'text/html; charset=utf-8',
  });
});

test('the page runs and shows only what it names by its nonce, a new one each time', async () => {
  const policies = new Set<unknown>();
  for (const page of [await open({}), await open({}), await choose({ person: '0' })]) {
    const policy = String(page.headers['content-security-policy']);
    const nonce = /script-src 'nonce-([\w+/=]+)'/.exec(policy)?.[1];
    expect(policy).toMatch(/^default-src 'none'; /);
    expect(policy).not.toContain('unsafe');
    expect(page.body.match(/<(script|style)[^>]*>/g)?.every((tag) => tag.includes(`nonce="${nonce}"`))).toBe(
      true,
    );
    expect(page.body).not.toMatch(/ (on\w+|style|src)=/);
    policies.add(policy);
  }
  expect(policies.size).toBe(3);
});

test('choosing a person posts to the opener, on this origin alone, what signs in', async () => {
  const { body } = await choose({ person: '1' });
  const posted = readPosted(body);
  expect(posted).toEqual({ type: 'cadenza:idp', state: STATE, postBody: expect.any(String) });
  expect(body).toContain('window.close()');
  const answer = await identity.ok('signInWithIdp', {
    requestUri: 'http://localhost',
    postBody: posted.postBody,
  });
  expect(answer).toMatchObject({ email: 'bea@example.com', isNewUser: true });
});

test('nothing that is posted can end the script it stands in', () => {
  const html = closingPage(
    { type: 'cadenza:idp', state: STATE, error: '</script><script>alert(1)' },
    '',
    'nonce',
  );
  expect(html.match(/<\/script>/g)).toHaveLength(1);
  expect(readPosted(html)).toMatchObject({ error: '</script><script>alert(1)' });
});

test('the page runs in the direction of its language', async () => {
  expect((await open({ lang: 'de' })).body).toContain('<html lang="de">');
  expect((await open({ lang: 'ar-XB' })).body).toContain('<html lang="ar-XB" dir="rtl">');
});

test('changing one’s mind posts that nobody signed in', async () => {
  const { body } = await choose({ person: '' });
  expect(readPosted(body)).toEqual({ type: 'cadenza:idp', state: STATE, error: 'user-cancelled' });
});

test('a request that no page of the school made shows a sentence and posts nothing', async () => {
  const requests = [
    open({ apiKey: 'other' }),
    open({ provider: 'evil.example' }),
    open({ state: 'short' }),
    open({ state: '</script><script>alert(1)</script>' }),
    choose({ apiKey: 'other', person: '0' }),
    choose({ person: '2' }),
    choose({ person: '-1' }),
    choose({ person: 'x' }),
    choose({ person: '0', state: '"});alert(1)//' }),
    identity.app.inject('/identity/callback?code=x&state=x'),
  ];
  for (const { statusCode, body } of await Promise.all(requests)) {
    expect(statusCode).toBe(400);
    expect(body).toContain('Please start again.');
    expect(body).not.toContain('<script');
  }
});

test('a provider that is not set up posts that it is not', async () => {
  const closed = await openIdentity();
  const { body } = await closed.app.inject(
    `/identity/popup?provider=github.com&state=${STATE}&apiKey=${API_KEY}`,
  );
  expect(readPosted(body)).toEqual({ type: 'cadenza:idp', state: STATE, error: 'operation-not-allowed' });
  const post = await closed.app.inject({
    method: 'POST',
    url: '/identity/popup',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({
      provider: 'github.com',
      state: STATE,
      apiKey: API_KEY,
      person: '0',
    }).toString(),
  });
  expect(post.statusCode).toBe(400);
  await closed.close();
});

test('a demo person who has a password keeps it after a social sign-in', async () => {
  const { localId } = await identity.signUp('ada@example.com');
  const answer = await identity.ok('signInWithIdp', {
    requestUri: 'http://localhost',
    postBody: await identity.choose('google.com', 0),
  });
  expect(answer.localId).toBe(localId);
  const signIn = { email: 'ada@example.com', password: PASSWORD };
  expect((await identity.call('signInWithPassword', signIn)).status).toBe(200);
});
