import { generateKeyPairSync } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { jwtVerify } from 'jose';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Secret } from '#server/config/secret.ts';
import {
  API_KEY,
  openIdentity,
  PASSWORD,
  PROJECT_ID,
  type TestIdentity,
} from '#tests/support/identity-service.ts';
import { openProved, openWithFactor } from '#tests/support/second-factor.ts';
import { identityProvider } from './identity-provider.ts';
import { serviceAccountTokens } from './service-account.ts';

/* A hosted identity service, played by one on a port of its own, and the place that gives tokens out. */

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const EMAIL = 'school@test.iam.example';
let asked: { scope: unknown }[];
let answer: { status: number; body: object };
let tokens: Server;
let hosted: TestIdentity;
let now: number;

const listen = (server: Server) =>
  new Promise<string>((resolve) => {
    server.listen(0, '127.0.0.1', () =>
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    );
  });

beforeEach(async () => {
  asked = [];
  answer = { status: 200, body: { access_token: 'given-out', expires_in: 3600, token_type: 'Bearer' } };
  hosted = await openIdentity({ adminToken: 'given-out' });
  now = hosted.clock.now;
  tokens = createServer(async (request, response) => {
    const form = new URLSearchParams(await text(request));
    expect(form.get('grant_type')).toBe('urn:ietf:params:oauth:grant-type:jwt-bearer');
    const audience = `http://${request.headers.host}/token`;
    const { payload } = await jwtVerify(form.get('assertion') ?? '', publicKey, {
      issuer: EMAIL,
      audience,
      requiredClaims: ['exp', 'iat'],
      currentDate: new Date(now),
    });
    asked.push({ scope: payload.scope });
    response
      .writeHead(answer.status, { 'content-type': 'application/json' })
      .end(JSON.stringify(answer.body));
  });
});
afterEach(async () => {
  tokens.closeAllConnections();
  await new Promise((resolve) => tokens.close(resolve));
  await hosted.close();
});

async function openTokens() {
  const tokenUrl = `${await listen(tokens)}/token`;
  const key = new Secret(privateKey.export({ type: 'pkcs8', format: 'pem' }).toString());
  const account = { projectId: PROJECT_ID, email: EMAIL, key, tokenUrl };
  return serviceAccountTokens(account, { fetch, now: () => now });
}

async function openProvider() {
  const adminToken = await openTokens();
  const url = await hosted.app.listen({ host: '127.0.0.1', port: 0 });
  return identityProvider({
    projectId: PROJECT_ID,
    apiKey: API_KEY,
    accountsUrl: `${url}/identitytoolkit.googleapis.com`,
    jwksUrl: `${url}/securetoken.googleapis.com/jwks`,
    fetch,
    now: () => now,
    adminToken,
  });
}

test('a token is asked for once, by all who need it, and again a minute before it runs out', async () => {
  const token = await openTokens();
  expect(await Promise.all([token(), token()])).toEqual(['given-out', 'given-out']);
  now += 3600_000 - 60_000 - 1;
  await token();
  expect(asked).toHaveLength(1);
  expect(String(asked[0]?.scope)).toContain('https://www.googleapis.com/auth/identitytoolkit');
  now += 1;
  await token();
  expect(asked).toHaveLength(2);
});

test('a refusal is told, kept for nobody, and asked about again', async () => {
  const token = await openTokens();
  const given = answer;
  answer = { status: 400, body: { error: 'invalid_grant' } };
  await expect(token()).rejects.toThrow('the service account is answered 400 invalid_grant');
  answer = given;
  expect(await token()).toBe('given-out');
});

test('with it the school reads whether an account has a second factor, and takes a lost one away', async () => {
  const provider = await openProvider();
  const { localId, email, refreshToken } = await openWithFactor(hosted, 'ana@example.com');
  now = hosted.clock.now;
  expect(await provider.secondFactors?.has(localId)).toBe(true);
  expect(await provider.secondFactors?.reset(localId)).toBe(true);
  expect((await hosted.refresh(refreshToken)).message).toBe('TOKEN_EXPIRED');
  expect(await hosted.ok('signInWithPassword', { email, password: PASSWORD })).toHaveProperty('idToken');
  expect(await provider.secondFactors?.reset(localId)).toBe(false);
  expect(await provider.secondFactors?.has('nobody')).toBeUndefined();
  // The vendor has no such codes.
  expect(provider.makeRecoveryCodes).toBeUndefined();
});

test('with it one mailed link of the school opens an account', async () => {
  const provider = await openProvider();
  const account = { email: 'new@example.com', password: 'Chosen-by-link1', name: 'Ana' };
  expect(await provider.byAddress?.open(account)).toEqual(expect.any(String));
  expect(await provider.byAddress?.isProved(account.email)).toBe(true);
});

test('where no token is given out the service counts as away', async () => {
  const provider = await openProvider();
  answer = { status: 401, body: { error: 'invalid_client' } };
  const { localId } = await openProved(hosted, 'bob@example.com');
  await expect(provider.secondFactors?.reset(localId)).rejects.toMatchObject({
    code: 'provider-unavailable',
  });
});
