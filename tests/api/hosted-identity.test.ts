import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { identityProvider } from '#server/services/identity-provider.ts';
import { tokenFor } from '#tests/support/families.ts';
import { openIdentity, type TestIdentity } from '#tests/support/identity-service.ts';
import { letLeave } from '#tests/support/leaving.ts';
import { openTestSchool, type TestSchool } from '#tests/support/school.ts';

/*
 * The hosted identity service is put in place by configuration alone. Here it is played by a service of its
 * own process-wide keys, on a port of its own, reached by real HTTP.
 */

const PROJECT = 'hosted-school';
const KEY = 'hosted-key';
const NOW = Date.UTC(2026, 8, 1, 12);

let hosted: TestIdentity;
let stranger: TestIdentity;
let school: TestSchool;

const open = (projectId: string) => openIdentity({ projectId, apiKey: KEY, now: () => NOW });

beforeAll(async () => {
  hosted = await open(PROJECT);
  stranger = await open(PROJECT);
  await hosted.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = hosted.app.server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  school = await openTestSchool({
    env: {
      ADMIN_EMAIL: 'head@hosted.example',
      FIREBASE_PROJECT_ID: PROJECT,
      FIREBASE_API_KEY: KEY,
      FIREBASE_AUTH_DOMAIN: 'hosted-school.example',
      IDENTITY_BASE_URL: url,
      IDENTITY_JWKS_URL: `${url}/securetoken.googleapis.com/jwks`,
    },
  });
  school.clock.now = NOW;
});

afterAll(async () => {
  await school.close();
  await Promise.all([hosted.close(), stranger.close()]);
});

const PASSWORD = 'Practice!1';
const REST = '/identitytoolkit.googleapis.com/v1/accounts:';

/** Signs up at a service, as the SDK does, and gives the ID token. */
async function signUp(service: TestIdentity, email: string): Promise<string> {
  const answer = await service.app.inject({
    method: 'POST',
    url: `${REST}signUp?key=${KEY}`,
    payload: { email, password: PASSWORD, returnSecureToken: true },
  });
  return answer.json().idToken;
}

/** Signs in again at the hosted service after the address was proved. */
async function signInVerified(email: string): Promise<string> {
  await hosted.db
    .updateTable('identity_accounts')
    .set({ emailverified: 1 })
    .where('email', '=', email)
    .execute();
  const answer = await hosted.app.inject({
    method: 'POST',
    url: `${REST}signInWithPassword?key=${KEY}`,
    payload: { email, password: PASSWORD, returnSecureToken: true },
  });
  return answer.json().idToken;
}

const call = async (method: string, path: string, token: string, body?: object) => {
  const answer = await school.app.inject({
    method: method as 'GET',
    url: `/api${path}`,
    headers: { authorization: `Bearer ${token}` },
    ...(body && { payload: body }),
  });
  return { status: answer.statusCode, body: answer.json() };
};

test('the browser is told of the hosted service, and the school mounts none of its own', async () => {
  const { identity } = (await school.app.inject('/config.json')).json();
  expect(identity).toMatchObject({ projectId: PROJECT, apiKey: KEY, authDomain: 'hosted-school.example' });
  const own = await school.app.inject({ method: 'POST', url: `${REST}signUp?key=${KEY}`, payload: {} });
  expect(own.statusCode).toBe(404);
});

test('a person of the hosted service becomes a student, and calls with an access token', async () => {
  const email = 'ana@hosted.example';
  const idToken = await signUp(hosted, email);
  const made = await call('POST', '/users', idToken, { email, name: 'Ana' });
  expect(made.body.data).toMatchObject({ email, name: 'Ana', role: 'student' });
  const { body } = await call('POST', '/jwt', idToken, { email });
  expect((await call('GET', `/selectedclass/${email}`, body.token)).body).toEqual([]);
  // The ID token itself opens no call of the school.
  expect((await call('GET', `/selectedclass/${email}`, idToken)).status).toBe(401);
});

test('a token signed by other keys opens nothing, though it names the same project', async () => {
  const email = 'mallory@hosted.example';
  const answer = await call('POST', '/users', await signUp(stranger, email), { email });
  expect(answer).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
});

test('a token of another project of the hosted service opens nothing', async () => {
  const email = 'other@hosted.example';
  // The same keys, as all projects of the vendor's share them.
  const other = await openIdentity({
    projectId: 'another-school',
    apiKey: KEY,
    now: () => NOW,
    db: hosted.db,
  });
  const answer = await call('POST', '/users', await signUp(other, email), { email });
  expect(answer).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
});

test('a token counts no longer when its account is gone at the hosted service', async () => {
  const email = 'gone@hosted.example';
  const idToken = await signUp(hosted, email);
  expect((await call('POST', '/users', idToken, { email })).status).toBe(200);
  await hosted.app.inject({ method: 'POST', url: `${REST}delete?key=${KEY}`, payload: { idToken } });
  expect((await call('POST', '/jwt', idToken, { email })).body.code).toBe('session-ended');
});

test('an account that ends at the hosted service opens the school for ten minutes at most', async () => {
  const email = 'stolen@hosted.example';
  const idToken = await signUp(hosted, email);
  await call('POST', '/users', idToken, { email });
  const { body } = await call('POST', '/jwt', idToken, { email });
  await hosted.db.updateTable('identity_accounts').set({ disabled: 1 }).where('email', '=', email).execute();
  school.clock.now = NOW + 10 * 60_000;
  expect((await call('GET', `/selectedclass/${email}`, body.token)).body.code).toBe('session-ended');
  expect((await call('POST', '/jwt', idToken, { email })).body.code).toBe('session-ended');
  school.clock.now = NOW;
});

test('signing out everywhere ends every sign-in at the hosted service too', async () => {
  const email = 'everywhere@hosted.example';
  const idToken = await signUp(hosted, email);
  await call('POST', '/users', idToken, { email });
  const { body } = await call('POST', '/jwt', idToken, { email });
  expect((await call('DELETE', '/account/sessions', idToken)).body).toEqual({ modifiedCount: 1 });
  expect((await call('GET', `/selectedclass/${email}`, body.token)).body.code).toBe('session-ended');
  const lookup = await hosted.app.inject({
    method: 'POST',
    url: `${REST}lookup?key=${KEY}`,
    payload: { idToken },
  });
  expect(lookup.json().error.message).toBe('TOKEN_EXPIRED');
});

test('a deleted account is deleted at the hosted service too, at the next sign-in there', async () => {
  const email = 'leaves@hosted.example';
  const idToken = await signUp(hosted, email);
  await call('POST', '/users', idToken, { email });
  expect((await call('DELETE', '/account', idToken)).body).toEqual({ deletedCount: 1 });
  await letLeave(school);
  expect((await call('POST', '/users', idToken, { email })).body.code).toBe('account-erased');
  const lookup = await hosted.app.inject({
    method: 'POST',
    url: `${REST}lookup?key=${KEY}`,
    payload: { idToken },
  });
  expect(lookup.json().error.message).toBe('USER_NOT_FOUND');
});

test('the first admin is whoever proves to own ADMIN_EMAIL, also when they came before they proved it', async () => {
  const email = 'head@hosted.example';
  const first = await signUp(hosted, email);
  expect((await call('POST', '/users', first, { email })).body.data.role).toBe('student');
  const idToken = await signInVerified(email);
  expect((await call('POST', '/users', idToken, { email })).body.data.role).toBe('admin');

  // Once there is an admin, admins decide: one of them may take the role away again.
  await school.signIn('admin');
  await school.db.updateTable('users').set({ role: 'instructor' }).where('email', '=', email).execute();
  expect((await call('POST', '/users', idToken, { email })).body.data.role).toBe('instructor');
});

test('without a credential of its own the school has the service’s own mail prove who is invited', async () => {
  const enter = async (address: string, idToken: string) => {
    await call('POST', '/users', idToken, { email: address, name: 'Ida' });
    return (await call('POST', '/jwt', idToken, { email: address })).body.token as string;
  };
  const inviting = 'ida-asks@hosted.example';
  await signUp(hosted, inviting);
  const admin = await enter(inviting, await signInVerified(inviting));
  await school.db.updateTable('users').set({ role: 'admin' }).where('email', '=', inviting).execute();
  const email = 'ida@hosted.example';
  const draft = { name: 'Ida', email, role: 'office' };
  expect((await call('POST', '/invitations', admin, draft)).status).toBe(200);
  const path = `/invitations/${await tokenFor(school, email, 'invitation')}`;
  expect((await school.app.inject(`/api${path}`)).json().step).toBe('mail');
  const opened = await school.app.inject({
    method: 'POST',
    url: `/api${path}`,
    payload: { password: PASSWORD },
  });
  expect(opened.json().code).toBe('claim-sign-in');

  const unproved = await enter(email, await signUp(hosted, email));
  expect((await call('GET', path, unproved)).body.step).toBe('mail');
  expect((await call('POST', path, unproved, {})).body.code).toBe('email-not-verified');
  const proved = await enter(email, await signInVerified(email));
  expect((await call('GET', path, proved)).body.step).toBe('accept');
  expect((await call('POST', path, proved, {})).body).toEqual({ result: 'accepted', role: 'office' });
});

test('hosted keys that cannot be read are an outage, and sign nobody out', async () => {
  const silent = createServer((_request, response) => response.writeHead(500).end('<h1>Oops</h1>'));
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const { port } = silent.address() as AddressInfo;
  const provider = identityProvider({
    projectId: PROJECT,
    apiKey: KEY,
    accountsUrl: `http://127.0.0.1:${port}`,
    jwksUrl: `http://127.0.0.1:${port}/keys`,
    fetch,
    now: () => NOW,
  });
  const idToken = await signUp(hosted, 'outage@hosted.example');
  await expect(provider.verify(idToken)).rejects.toMatchObject({ code: 'provider-unavailable' });
  await new Promise((resolve) => silent.close(resolve));
});

test('while the hosted service does not answer, the school says so and signs nobody out', async () => {
  const email = 'waits@hosted.example';
  const idToken = await signUp(hosted, email);
  await call('POST', '/users', idToken, { email });
  const { body } = await call('POST', '/jwt', idToken, { email });
  hosted.app.server.closeAllConnections();
  await new Promise((resolve) => hosted.app.server.close(resolve));
  expect(await call('POST', '/jwt', idToken, { email })).toMatchObject({
    status: 503,
    body: { code: 'provider-unavailable' },
  });
  expect((await call('GET', `/selectedclass/${email}`, body.token)).status).toBe(200);
});
