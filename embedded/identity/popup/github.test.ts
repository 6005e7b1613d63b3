import { createHash, randomUUID } from 'node:crypto';
import formbody from '@fastify/formbody';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  API_KEY,
  ORIGIN,
  openIdentity,
  readPosted,
  type TestIdentity,
} from '#tests/support/identity-service.ts';

/*
 * GitHub, played by its documented endpoints: the code is bound to the client, the address and the PKCE
 * challenge.
 */

const STATE = 'state-of-the-opener';
const CLIENT = { clientId: 'the-school', clientSecret: 'secret' };
type Emails = { email: string; primary: boolean; verified: boolean }[];

let github: FastifyInstance;
let identity: TestIdentity;
let emails: Emails;
let userStatus: number;

beforeEach(async () => {
  emails = [
    { email: 'old@example.com', primary: false, verified: true },
    { email: 'Ada@example.com', primary: true, verified: true },
  ];
  userStatus = 200;
  github = fastify({ forceCloseConnections: true });
  const codes = new Map<string, { challenge: string; redirectUri: string }>();
  await github.register(formbody);
  github.get<{ Querystring: Record<string, string> }>('/login/oauth/authorize', async (request, reply) => {
    const {
      client_id,
      redirect_uri = '',
      state = '',
      code_challenge = '',
      code_challenge_method,
    } = request.query;
    expect([client_id, code_challenge_method]).toEqual([CLIENT.clientId, 'S256']);
    const code = randomUUID();
    codes.set(code, { challenge: code_challenge, redirectUri: redirect_uri });
    return reply.redirect(`${redirect_uri}?${new URLSearchParams({ code, state })}`);
  });
  github.post<{ Body: Record<string, string> }>('/login/oauth/access_token', async (request) => {
    const { code = '', client_secret, redirect_uri, code_verifier = '' } = request.body;
    const asked = codes.get(code);
    codes.delete(code);
    const challenge = createHash('sha256').update(code_verifier).digest('base64url');
    const isRight =
      client_secret === CLIENT.clientSecret &&
      asked?.redirectUri === redirect_uri &&
      asked?.challenge === challenge;
    if (!isRight) return { error: 'bad_verification_code' };
    return { access_token: 'gho_1', token_type: 'bearer', scope: 'read:user,user:email' };
  });
  github.addHook('onRequest', async (request, reply) => {
    if (!request.url.startsWith('/api/')) return;
    if (request.headers.authorization !== 'Bearer gho_1' || !request.headers['user-agent'])
      await reply.code(401).send({});
  });
  github.get('/api/user', (_request, reply) =>
    reply
      .code(userStatus)
      .send({ id: 583231, login: 'ada', name: null, avatar_url: 'https://avatars.example/ada' }),
  );
  github.get('/api/user/emails', async () => emails);
  const baseUrl = await github.listen({ host: '127.0.0.1', port: 0 });
  identity = await openIdentity({ providers: { github: { ...CLIENT, baseUrl, apiUrl: `${baseUrl}/api` } } });
});
afterEach(async () => {
  await identity.close();
  await github.close();
});

async function signInThere() {
  const { headers } = await identity.app.inject(
    `/identity/popup?provider=github.com&state=${STATE}&apiKey=${API_KEY}`,
  );
  const response = await fetch(String(headers.location), { redirect: 'manual' });
  const back = new URL(response.headers.get('location') ?? '');
  const cookie = String(headers['set-cookie']).split(';')[0];
  const page = await identity.app.inject({ url: `${back.pathname}${back.search}`, headers: { cookie } });
  return readPosted(page.body);
}

test('the popup leads to GitHub and back, and what it posts signs in by the primary address', async () => {
  const posted = await signInThere();
  expect(posted).toMatchObject({ type: 'cadenza:idp', state: STATE });
  expect(await identity.ok('signInWithIdp', { requestUri: ORIGIN, postBody: posted.postBody })).toMatchObject(
    {
      providerId: 'github.com',
      federatedId: '583231',
      screenName: 'ada',
      displayName: 'ada',
      email: 'ada@example.com',
      emailVerified: true,
      photoUrl: 'https://avatars.example/ada',
      isNewUser: true,
    },
  );
});

test('a primary address that is not verified does not enter the account of that address', async () => {
  emails = [{ email: 'ana@example.com', primary: true, verified: false }];
  await identity.signUp('ana@example.com');
  const { postBody } = await signInThere();
  const answer = await identity.ok('signInWithIdp', { requestUri: ORIGIN, postBody });
  expect(answer).toMatchObject({ needConfirmation: true });
  expect(answer).not.toHaveProperty('idToken');
});

test('no primary address, or an API that fails, is an error of the sign-in', async () => {
  emails = [{ email: 'old@example.com', primary: false, verified: true }];
  expect(await signInThere()).toMatchObject({ state: STATE, error: 'internal-error' });
  userStatus = 500;
  expect(await signInThere()).toMatchObject({ state: STATE, error: 'internal-error' });
});
