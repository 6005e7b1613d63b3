import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  API_KEY,
  ORIGIN,
  openIdentity,
  readPosted,
  type TestIdentity,
} from '#tests/support/identity-service.ts';
import { OIDC_CLIENT, openIssuer } from '#tests/support/oidc-issuer.ts';

/* The whole way to a real OpenID Connect issuer and back. */

const STATE = 'state-of-the-opener';
const POPUP = `/identity/popup?provider=google.com&state=${STATE}&apiKey=${API_KEY}`;
const ADA = {
  sub: '1815',
  email: 'Ada@example.com',
  email_verified: true,
  name: 'Ada Lovelace',
  given_name: 'Ada',
};

let issuer: Awaited<ReturnType<typeof openIssuer>>;
let identity: TestIdentity;
beforeEach(async () => {
  issuer = await openIssuer(`${ORIGIN}/identity/callback`);
  issuer.state.person = ADA;
  identity = await openIdentity({ providers: { google: { ...OIDC_CLIENT, issuer: issuer.origin } } });
  // As an app around the service does for its own pages.
  identity.app.addHook('onRequest', async (_request, reply) => {
    reply.header('cross-origin-opener-policy', 'same-origin-allow-popups');
  });
});
afterEach(async () => {
  await identity.close();
  await issuer.close();
});

/** Opens the popup and signs in at the issuer; gives the way back and the popup's cookie. */
async function goThere() {
  const { headers, statusCode } = await identity.app.inject(POPUP);
  expect(statusCode).toBe(303);
  const cookie = String(headers['set-cookie']);
  return {
    sent: new URL(String(headers.location)),
    back: await issuer.follow(String(headers.location)),
    cookie,
    headers,
  };
}
const comeBack = (back: URL, cookie = '') =>
  identity.app.inject({ url: `${back.pathname}${back.search}`, headers: { cookie: cookie.split(';')[0] } });

test('the popup leads to the issuer and back, and what it posts signs in', async () => {
  const { sent, back, cookie } = await goThere();
  expect(Object.fromEntries(sent.searchParams)).toMatchObject({
    response_type: 'code',
    redirect_uri: `${ORIGIN}/identity/callback`,
    scope: 'openid email profile',
    code_challenge_method: 'S256',
    prompt: 'select_account',
    state: expect.any(String),
    nonce: expect.any(String),
  });
  expect(cookie).toMatch(/; Path=\/identity; Max-Age=600; HttpOnly; SameSite=Lax$/);

  const page = await comeBack(back, cookie);
  expect(String(page.headers['set-cookie'])).toContain('Max-Age=0');
  const posted = readPosted(page.body);
  expect(posted).toMatchObject({ type: 'cadenza:idp', state: STATE });
  const answer = await identity.ok('signInWithIdp', { requestUri: ORIGIN, postBody: posted.postBody });
  expect(answer).toMatchObject({
    isNewUser: true,
    federatedId: 'https://accounts.google.com/1815',
    email: 'ada@example.com',
    emailVerified: true,
    displayName: 'Ada Lovelace',
    firstName: 'Ada',
  });
});

test('an address that the issuer does not vouch for stays unverified', async () => {
  issuer.state.person = { ...ADA, email_verified: false };
  const { back, cookie } = await goThere();
  const { postBody } = readPosted((await comeBack(back, cookie)).body);
  const { idToken } = await identity.ok('signInWithIdp', { requestUri: ORIGIN, postBody });
  expect((await identity.ok('lookup', { idToken })).users).toMatchObject([{ emailVerified: false }]);
});

test('an account of 0.1.0 keeps its address whatever it is; a new one begins with a valid one', async () => {
  const signIn = async () => {
    const { back, cookie } = await goThere();
    const { postBody } = readPosted((await comeBack(back, cookie)).body);
    return identity.call('signInWithIdp', { requestUri: ORIGIN, postBody });
  };
  const { body: made } = await signIn();
  const email = 'zoë@example.com';
  await identity.db.updateTable('identity_accounts').set({ email }).execute();
  issuer.state.person = { ...ADA, email };
  expect((await signIn()).body).toMatchObject({ localId: made.localId });
  await identity.db.deleteFrom('identity_providers').execute();
  expect((await signIn()).body).toMatchObject({ localId: made.localId });
  await identity.db.deleteFrom('identity_accounts').execute();
  expect((await signIn()).message).toBe('INVALID_EMAIL');
});

test('who says no at the issuer is told so, and posts it', async () => {
  issuer.state.person = undefined;
  const { back, cookie } = await goThere();
  const page = await comeBack(back, cookie);
  expect(readPosted(page.body)).toEqual({ type: 'cadenza:idp', state: STATE, error: 'user-cancelled' });
  expect(page.body).toContain('You did not sign in.');
});

test('a person without an address is refused', async () => {
  issuer.state.person = { sub: '1', name: 'Nobody' };
  const { back, cookie } = await goThere();
  expect(readPosted((await comeBack(back, cookie)).body)).toMatchObject({ error: 'internal-error' });
});

test('the way back counts only in the browser that left, once, and with its own state', async () => {
  const { back, cookie } = await goThere();
  expect((await comeBack(back)).body).not.toContain('postBody');
  expect((await comeBack(back, 'cadenza-sign-in=forged')).body).not.toContain('postBody');

  const other = await goThere();
  expect(readPosted((await comeBack(back, other.cookie)).body)).toMatchObject({ error: 'internal-error' });

  const edited = new URL(back);
  edited.searchParams.set('state', 'another');
  expect(readPosted((await comeBack(edited, cookie)).body)).toMatchObject({ error: 'internal-error' });

  expect(readPosted((await comeBack(back, cookie)).body).postBody).toBeTruthy();
  expect(readPosted((await comeBack(back, cookie)).body)).toMatchObject({ error: 'internal-error' });
});

test('a sign-in that was left alone for ten minutes starts again', async () => {
  const { back, cookie } = await goThere();
  identity.clock.now += 10 * 60_000;
  const page = await comeBack(back, cookie);
  expect(page.statusCode).toBe(400);
  expect(page.body).toContain('Please start again.');
});

test('no ID token, refresh token or assertion passes for the cookie of a sign-in', async () => {
  const { idToken, refreshToken } = await identity.signUp('ana@example.com');
  for (const value of [idToken, refreshToken]) {
    const page = await identity.app.inject({
      url: '/identity/callback?code=x&state=x',
      headers: { cookie: `cadenza-sign-in=${value}` },
    });
    expect(page.statusCode).toBe(400);
  }
});

test('an issuer that does not answer is said so, and asked again the next time', async () => {
  await issuer.close();
  const page = await identity.app.inject(POPUP);
  expect(readPosted(page.body)).toEqual({
    type: 'cadenza:idp',
    state: STATE,
    error: 'network-request-failed',
  });
});
