import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openIdentity, type TestIdentity } from '#tests/support/identity-service.ts';
import { letLeave } from '#tests/support/leaving.ts';
import { openTestSchool, type TestSchool } from '#tests/support/school.ts';

/* A hosted identity service that does not answer, or whose answer is lost, when an account is deleted. */

const PROJECT = 'hosted-school';
const KEY = 'hosted-key';
const NOW = Date.UTC(2026, 8, 1, 12);
const PASSWORD = 'Practice!1';
const ACCOUNTS = '/identitytoolkit.googleapis.com/v1/accounts:';

let hosted: TestIdentity;
let school: TestSchool;
let broken: 'no' | 'before' | 'after' = 'no';
/** What somebody else does to the account just before a call that deletes it arrives. */
let meanwhile: (() => Promise<unknown>) | undefined;

/**
 * Everything goes through; where it is broken, calls that delete are cut before they arrive, or their answers
 * after.
 */
const way = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const isCut = request.url?.includes('accounts:delete') ?? false;
  if (isCut && broken === 'before') return response.destroy();
  if (isCut) await meanwhile?.();
  const answer = await hosted.app.inject({
    method: request.method as 'POST',
    url: request.url ?? '/',
    headers: request.headers,
    payload: Buffer.concat(chunks),
  });
  if (isCut && broken === 'after') return response.destroy();
  response.writeHead(answer.statusCode, { 'content-type': String(answer.headers['content-type']) });
  response.end(answer.body);
});

beforeAll(async () => {
  hosted = await openIdentity({ projectId: PROJECT, apiKey: KEY, now: () => NOW });
  await new Promise<void>((resolve) => way.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(way.address() as AddressInfo).port}`;
  school = await openTestSchool({
    env: {
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
  way.closeAllConnections();
  await new Promise((resolve) => way.close(resolve));
  await hosted.close();
});

async function proof(call: 'signUp' | 'signInWithPassword', email: string) {
  const url = `${ACCOUNTS}${call}?key=${KEY}`;
  const payload = { email, password: PASSWORD, returnSecureToken: true };
  const answer = await hosted.app.inject({ method: 'POST', url, payload });
  return { status: answer.statusCode, token: String(answer.json().idToken) };
}

async function call(method: string, path: string, token: string, payload?: object) {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await school.app.inject({
    method: method as 'GET',
    url: `/api${path}`,
    headers,
    ...(payload && { payload }),
  });
  return { status: answer.statusCode, body: answer.json() };
}

const isHere = async (email: string) =>
  (await school.db.selectFrom('users').select('_id').where('email', '=', email).execute()).length > 0;
const erasures = () => school.db.selectFrom('erasures').selectAll().execute();

async function comeIn(email: string) {
  const { token } = await proof('signUp', email);
  await call('POST', '/users', token, { email });
  return token;
}

/** Asks for the deletion, and lets the seven days pass. */
async function leave(token: string) {
  const answer = await call('DELETE', '/account', token);
  await letLeave(school);
  return answer;
}

test('while it does not answer, the deletion is done here, and there at the next sign-in that it answers', async () => {
  const email = 'again@hosted.example';
  const token = await comeIn(email);
  expect(await leave(token)).toEqual({ status: 200, body: { deletedCount: 1 } });
  expect(await isHere(email)).toBe(false);
  broken = 'before';
  expect(await call('DELETE', '/account', token)).toMatchObject({
    status: 503,
    body: { code: 'erasure-unfinished' },
  });
  broken = 'no';
  expect(await call('DELETE', '/account', token)).toEqual({ status: 200, body: { deletedCount: 0 } });
  expect((await proof('signInWithPassword', email)).status).toBe(400);
  expect(await erasures()).toEqual([]);
});

test('whoever is gone is deleted there at the next sign-in, and not let in as somebody new', async () => {
  const email = 'gave-up@hosted.example';
  await leave(await comeIn(email));
  const later = (await proof('signInWithPassword', email)).token;
  broken = 'before';
  expect((await call('POST', '/users', later, { email })).body.code).toBe('erasure-unfinished');
  broken = 'no';
  expect(await call('POST', '/users', later, { email })).toMatchObject({
    status: 403,
    body: { code: 'account-erased' },
  });
  expect(await isHere(email)).toBe(false);
  expect((await proof('signInWithPassword', email)).status).toBe(400);
  expect(await erasures()).toEqual([]);
});

test('where every session ended just before, the account is still there, and goes at the next sign-in', async () => {
  const email = 'ended@hosted.example';
  await leave(await comeIn(email));
  const first = (await proof('signInWithPassword', email)).token;
  meanwhile = () =>
    hosted.db
      .updateTable('identity_accounts')
      .set((eb) => ({ epoch: eb('epoch', '+', 1) }))
      .where('email', '=', email)
      .execute();
  expect(await call('POST', '/users', first, { email })).toMatchObject({
    status: 503,
    body: { code: 'erasure-unfinished' },
  });
  meanwhile = undefined;
  const later = (await proof('signInWithPassword', email)).token;
  expect((await call('POST', '/users', later, { email })).body.code).toBe('account-erased');
  expect((await proof('signInWithPassword', email)).status).toBe(400);
  expect(await erasures()).toEqual([]);
});

test('where the account was deleted just before, nothing is left to do', async () => {
  const email = 'gone@hosted.example';
  const token = await comeIn(email);
  await leave(token);
  meanwhile = () => hosted.db.deleteFrom('identity_accounts').where('email', '=', email).execute();
  expect(await call('DELETE', '/account', token)).toEqual({ status: 200, body: { deletedCount: 0 } });
  meanwhile = undefined;
  expect(await erasures()).toEqual([]);
});

test('where only its answer was lost, the account is gone on both sides', async () => {
  const email = 'lost@hosted.example';
  const token = await comeIn(email);
  await leave(token);
  broken = 'after';
  expect((await call('DELETE', '/account', token)).status).toBe(503);
  broken = 'no';
  expect((await call('DELETE', '/account', token)).status).toBe(401);
  expect(await isHere(email)).toBe(false);
  expect((await proof('signInWithPassword', email)).status).toBe(400);
  // The address is free for whoever comes with it next.
  const next = await comeIn(email);
  expect((await call('POST', '/users', next, { email })).status).toBe(200);
});
