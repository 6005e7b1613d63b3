import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import fc from 'fast-check';
import fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { API_KEY, openIdentity, PASSWORD, type TestIdentity } from '#tests/support/identity-service.ts';
import { identityService } from './plugin.ts';

const SIGN_UP = '/identitytoolkit.googleapis.com/v1/accounts:signUp';
const CALLS = [
  'signUp',
  'signInWithPassword',
  'signInWithEmailLink',
  'signInWithIdp',
  'update',
  'lookup',
  'delete',
  'sendOobCode',
  'resetPassword',
];

let identity: TestIdentity;
beforeAll(async () => {
  identity = await openIdentity({
    rateLimitFactor: 1e9,
    providers: { demoPeople: [{ name: 'Ada', email: 'ada@example.com' }] },
  });
});
afterAll(() => identity.close());

const send = (url: string, payload: string | undefined, headers: Record<string, string> = {}) =>
  identity.app.inject({
    method: 'POST',
    url,
    payload,
    headers: { ...(payload !== undefined && { 'content-type': 'application/json' }), ...headers },
  });

test('a call without the API key is forbidden, with a wrong one refused', async () => {
  const missing = await send(SIGN_UP, '{}');
  expect(missing.statusCode).toBe(403);
  expect(missing.json()).toMatchObject({ error: { code: 403, status: 'PERMISSION_DENIED' } });
  for (const query of ['key=other', 'key=test-key&key=test-key', 'key[]=test-key']) {
    const wrong = await send(`${SIGN_UP}?${query}`, '{}');
    expect([400, 403]).toContain(wrong.statusCode);
    expect(wrong.json().error.message).toMatch(/API key/);
  }
});

test('a body out of form is refused by name, in the protocol’s form', async () => {
  const refused = async (payload: string, headers?: Record<string, string>) =>
    (await send(`${SIGN_UP}?key=${API_KEY}`, payload, headers)).json();
  const bodies = ['{', 'null', '[]', '"text"', '5', '{"email":5}', '{"email":{"a":1}}', '{"password":["x"]}'];
  for (const body of bodies) {
    expect(await refused(body), body).toMatchObject({ error: { code: 400, status: 'INVALID_ARGUMENT' } });
  }
  expect((await refused('{"email":5}')).error.message).toMatch(/\/email/);
  expect(await refused('{}', { 'content-type': 'text/plain' })).toMatchObject({
    error: { code: 400, status: 'INVALID_ARGUMENT' },
  });
});

test('no body at all is an empty message', async () => {
  for (const body of [undefined, '', '{}']) {
    const response = await send(`${SIGN_UP}?key=${API_KEY}`, body);
    expect(response.json()).toMatchObject({ error: { message: 'ADMIN_ONLY_OPERATION' } });
  }
});

test('texts that no database keeps as they are, are refused', async () => {
  for (const text of ['\\u0000', 'a\\u0000b', '\\ud800', '\\udc00x']) {
    for (const field of ['email', 'password', 'displayName', 'idToken']) {
      const body = `{"email":"nul@example.com","password":"Good-pass1","${field}":"${text}"}`;
      const response = await send(`${SIGN_UP}?key=${API_KEY}`, body);
      expect(response.json(), body).toMatchObject({ error: { status: 'INVALID_ARGUMENT' } });
    }
  }
});

test('unknown fields and prototype keys are ignored', async () => {
  const body =
    '{"email":"proto@example.com","password":"Good-pass1","__proto__":{"localId":"x"},"constructor":{"prototype":{"localId":"x"}},"role":"admin","tenantId":null}';
  expect((await send(`${SIGN_UP}?key=${API_KEY}`, body)).statusCode).toBe(200);
});

test('a body of more than 64 KiB is refused', async () => {
  const body = JSON.stringify({ email: 'big@example.com', password: 'Good-pass1', x: 'x'.repeat(64 * 1024) });
  const response = await send(`${SIGN_UP}?key=${API_KEY}`, body);
  expect(response.statusCode).toBe(413);
  expect(response.json()).toMatchObject({ error: { code: 413 } });
  const form = await identity.app.inject({
    method: 'POST',
    url: `/securetoken.googleapis.com/v1/token?key=${API_KEY}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: `grant_type=${'x'.repeat(64 * 1024)}`,
  });
  expect(form.statusCode).toBe(413);
});

test('what is not there is said so in JSON, whatever the method; there is no admin door', async () => {
  const requests = [
    ['GET', SIGN_UP],
    ['OPTIONS', SIGN_UP],
    ['DELETE', SIGN_UP],
    ['POST', '/identitytoolkit.googleapis.com/v1/accounts:batchGet'],
    ['POST', '/identitytoolkit.googleapis.com/v1/projects/test-school/accounts:query'],
    ['PATCH', '/identitytoolkit.googleapis.com/v2/projects/test-school/config'],
    ['GET', '/identitytoolkit.googleapis.com/'],
    ['GET', '/securetoken.googleapis.com/v2/token'],
  ] as const;
  for (const [method, url] of requests) {
    const response = await identity.app.inject({ method, url, headers: { authorization: 'Bearer owner' } });
    expect(response.statusCode, `${method} ${url}`).toBe(404);
    expect(response.json()).toMatchObject({
      error: { code: 404, message: 'Not Found', status: 'NOT_FOUND' },
    });
  }
  expect((await identity.app.inject('/emulator/v1/projects/test-school/accounts')).statusCode).toBe(404);
});

test('no answer may be kept, and no foreign origin may read one', async () => {
  for (const origin of ['https://evil.example', 'null']) {
    for (const method of ['POST', 'OPTIONS'] as const) {
      const { headers } = await identity.app.inject({
        method,
        url: `${SIGN_UP}?key=${API_KEY}`,
        headers: { origin, 'access-control-request-method': 'POST' },
      });
      expect(headers['cache-control']).toBe('no-store');
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
  }
});

test('whatever is sent, the service answers in its form and never fails', { timeout: 120_000 }, async () => {
  const hostile = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom(
      '\0',
      '\ud800',
      '__proto__',
      'ana@example.com',
      'PASSWORD_RESET',
      '{}',
      'http://localhost',
      '',
    ),
    fc.integer(),
    fc.double(),
    fc.boolean(),
    fc.constant(null),
    fc.array(fc.string(), { maxLength: 3 }),
    fc.dictionary(fc.string(), fc.string(), { maxKeys: 3 }),
  );
  const fields = [
    'idToken',
    'email',
    'password',
    'localId',
    'displayName',
    'photoUrl',
    'oobCode',
    'newPassword',
    'requestUri',
    'postBody',
    'pendingToken',
    'identifier',
    'continueUri',
    'requestType',
    'continueUrl',
    'newEmail',
    'deleteProvider',
    'returnIdpCredential',
    'linkProviderUserInfo',
    'grant_type',
    'refresh_token',
    '__proto__',
  ];
  const body = fc.oneof(
    fc.dictionary(fc.constantFrom(...fields), hostile, { maxKeys: 6 }),
    fc.dictionary(fc.constantFrom(...fields), fc.string({ unit: 'binary' }), { maxKeys: 6 }),
    fc.json(),
  );
  const { idToken } = await identity.signUp('fuzz@example.com');
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...CALLS, 'token'),
      body,
      fc.boolean(),
      async (name, value, signedIn) => {
        const isObject = typeof value === 'object' && value !== null;
        const sent = signedIn && isObject && name !== 'delete' ? { ...value, idToken } : value;
        const path =
          name === 'token'
            ? '/securetoken.googleapis.com/v1/token'
            : `/identitytoolkit.googleapis.com/v1/accounts:${name}`;
        const response = await send(
          `${path}?key=${API_KEY}`,
          typeof sent === 'string' ? sent : JSON.stringify(sent),
        );
        expect(response.statusCode).toBeLessThan(500);
        expect(response.json()).toBeTypeOf('object');
      },
    ),
    { numRuns: 1500 },
  );
});

test('while the database cannot be reached a call answers 503 and when to come back', async () => {
  const service = await openIdentity({ isOutage: () => true });
  await service.db.destroy();
  const answer = await service.app.inject({
    method: 'POST',
    url: `/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=${API_KEY}`,
    payload: { email: 'ana@school.test', password: PASSWORD },
  });
  expect(answer.statusCode).toBe(503);
  expect(answer.headers['retry-after']).toBe('5');
  expect(answer.json().error).toMatchObject({ code: 503, status: 'UNAVAILABLE' });
  await service.app.close();
});

test('a body that is cut off or broken is the client’s fault: no outage, and no word in the log', async () => {
  const lines: string[] = [];
  const logger = { level: 'warn', stream: { write: (text: string) => lines.push(text) } };
  const app = fastify({ logger, forceCloseConnections: true });
  await app.register(identityService, {
    db: identity.db,
    projectId: 'p',
    apiKey: 'k',
    now: () => 0,
    insertMail: async () => {},
    deleteUnsentMails: async () => {},
    schoolName: async () => 'S',
    originOf: () => 'http://p.test',
    actionPath: '/',
    isOutage: (error) => /^ECONN/.test(String((error as { code?: string }).code)),
  });
  const seen: (number | undefined)[] = [];
  app.addHook('onError', async (_request, _reply, error) => {
    seen.push((error as { statusCode?: number }).statusCode);
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  for (const type of ['application/json', 'application/x-www-form-urlencoded']) {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    const head = `POST ${SIGN_UP}?key=k HTTP/1.1\r\nhost: p.test\r\ncontent-type: ${type}\r\n`;
    socket.write(`${head}content-length: 100\r\n\r\n{"email":`);
    await once(app.server, 'request').catch(() => {});
    socket.destroy();
  }
  await expect.poll(() => seen).toEqual([400, 400]);
  const headers = { 'content-type': 'application/json' };
  const broken = await app.inject({ method: 'POST', url: `${SIGN_UP}?key=k`, headers, payload: '{"email":' });
  expect(broken.statusCode).toBe(400);
  expect(lines).toEqual([]);
  await app.close();
});

test('a Host header that names no host is refused', async () => {
  const service = await openIdentity({ originOf: (request) => `http://${request.headers.host}` });
  const response = await service.app.inject({
    url: `/identitytoolkit.googleapis.com/v1/projects?key=${API_KEY}`,
    headers: { host: 'localhost:99999' },
  });
  expect(response.statusCode).toBe(400);
  expect(response.json()).toMatchObject({ error: { status: 'INVALID_ARGUMENT' } });
  await service.close();
});

test('nothing of the service leaks into the app it is mounted on', async () => {
  const parent = fastify();
  await parent.register(identityService, {
    db: identity.db,
    projectId: 'p',
    apiKey: 'k',
    now: () => 0,
    insertMail: async () => {},
    deleteUnsentMails: async () => {},
    schoolName: async () => 'S',
    originOf: () => 'http://p.test',
    actionPath: '/',
  });
  parent.post('/echo', async (request) => request.body);
  const nothing = await parent.inject('/nothing');
  expect(nothing.json()).toMatchObject({ statusCode: 404 });
  expect(nothing.headers['cache-control']).toBeUndefined();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  expect((await parent.inject({ method: 'POST', url: '/echo', headers, payload: 'a=1' })).statusCode).toBe(
    415,
  );
  const broken = await parent.inject({
    method: 'POST',
    url: '/echo',
    headers: { 'content-type': 'application/json' },
    payload: '{',
  });
  expect(broken.json()).toMatchObject({ statusCode: 400 });
  await parent.close();
});
