import { once } from 'node:events';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync } from 'node:zlib';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { perMinute } from '#server/http/limits/limits.ts';
import { logRequests } from '#server/http/log-requests.ts';
import { requestIdOf } from '#server/http/request-id.ts';
import { toAnswer } from './answer.ts';
import { contentChanges } from './content-changes.ts';
import { giveKept } from './give-kept.ts';
import { type KeptAnswers, keptAnswers } from './kept-answers.ts';

/* What is kept is given before anything else is done for a request. */

const PAGE = 'a page '.repeat(100);
const changes = contentChanges({ now: Date.now });
let kept: KeptAnswers;
let app: FastifyInstance;
/** The targets that were worked on. */
let far: string[];

let lines: Record<string, unknown>[];

async function open({ level = 'warn' } = {}) {
  far = [];
  lines = [];
  kept = keptAnswers({ now: () => 0, changes });
  const stream = { write: (line: string) => void lines.push(JSON.parse(line)) };
  app = fastify({
    logger: { level, stream },
    trustProxy: true,
    genReqId: ({ headers }) => requestIdOf(headers),
  });
  logRequests(app);
  const countCall = perMinute(3);
  giveKept(app, { kept, countCall });
  app.addHook('onRequest', async (request) => request.url.startsWith('/api/') && countCall(request));
  app.addHook('onRequest', async ({ url }) => void far.push(url));
  app.get('/*', async () => 'made anew');
  await app.listen({ host: '127.0.0.1', port: 0 });
  for (const path of ['/classes', '/api/blog'])
    await kept.get(path, `school ${path}`, async ({ shows }) => {
      shows('classes');
      const headers = { 'content-type': 'text/html', 'x-frame-options': 'DENY' };
      return toAnswer({ status: 200, headers, body: Buffer.from(PAGE) });
    });
}

async function ask(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const { port } = app.server.address() as AddressInfo;
  const asked = request({ host: '127.0.0.1', port, path, method, headers: { host: 'school', ...headers } });
  const [answer] = await once(asked.end(), 'response');
  return { status: answer.statusCode, headers: answer.headers, body: await buffer(answer) };
}

beforeEach(() => open());
afterEach(() => app.close());

test('a visitor is given it with all of its headers, compressed as asked for, or told that it is the same', async () => {
  const { status, headers, body } = await ask('/classes', { 'accept-encoding': 'br' });
  expect({ status, headers }).toMatchObject({
    status: 200,
    headers: { 'content-type': 'text/html', 'x-frame-options': 'DENY', 'content-encoding': 'br' },
  });
  expect(brotliDecompressSync(body).toString()).toBe(PAGE);
  expect(headers['x-request-id']).toMatch(/^[\da-f-]{36}$/);
  const plain = await ask('/classes', { 'x-request-id': 'mine' });
  expect(plain.body.toString()).toBe(PAGE);
  expect(plain.headers['x-request-id']).toBe('mine');
  expect((await ask('/classes', { 'accept-encoding': 'gzip' })).headers['content-encoding']).toBe('gzip');
  const head = await ask('/classes', {}, 'HEAD');
  expect([head.headers['content-length'], head.body.length]).toEqual([String(PAGE.length), 0]);
  expect((await ask('/classes', { 'if-none-match': String(headers.etag) })).status).toBe(304);
  expect(far).toEqual([]);
  expect(kept.figures().hits).toBe(5);
});

test.each([
  ['is under another host', '/classes', { host: 'elsewhere' }],
  ['has a query', '/classes?q=cello', {}],
  ['comes with a token', '/classes', { authorization: 'Bearer unknown' }],
  ['writes', '/classes', {}, 'POST'],
])('what %s is worked on, and is not given it', async (_what, path, headers, method = 'GET') => {
  expect((await ask(path, headers, method)).body.toString()).not.toBe(PAGE);
  expect(far).toEqual([path]);
});

test('a proxy’s word for the host decides what is given', async () => {
  expect((await ask('/classes', { 'x-forwarded-host': 'elsewhere' })).body.toString()).toBe('made anew');
  expect(far).toEqual(['/classes']);
  expect((await ask('/classes', { host: 'inside', 'x-forwarded-host': 'school' })).body.toString()).toBe(
    PAGE,
  );
  expect(far).toEqual(['/classes']);
});

test('what has changed is not given', async () => {
  changes.changed(['classes']);
  expect((await ask('/classes')).body.toString()).toBe('made anew');
});

test('calls count against the limit of an address, pages do not', async () => {
  for (let n = 0; n < 5; n++) expect((await ask('/classes')).status).toBe(200);
  for (let n = 0; n < 3; n++) expect((await ask('/api/blog')).status).toBe(200);
  expect(far).toEqual([]);
  expect((await ask('/api/blog')).status).not.toBe(200);
});

test('behind a proxy calls count for the address that it names', async () => {
  const from = (address: string) => ask('/api/blog', { 'x-forwarded-for': address });
  for (let n = 0; n < 3; n++) expect((await from('192.0.2.1')).status).toBe(200);
  expect((await from('192.0.2.1')).status).not.toBe(200);
  expect((await from('192.0.2.2')).status).toBe(200);
});

test('where each request is a line in the log, one that is given what is kept is one too', async () => {
  await app.close();
  await open({ level: 'info' });
  const asked = { 'x-request-id': 'mine', 'x-forwarded-for': '192.0.2.1', 'accept-encoding': 'br' };
  expect((await ask('/classes', asked)).status).toBe(200);
  expect((await ask('/classes', asked)).status).toBe(200);
  const line = { msg: 'request', requestId: 'mine', method: 'GET', path: '/classes', ip: '192.0.2.1' };
  const written = lines.filter(({ msg }) => msg === 'request');
  expect(written).toMatchObject([
    { ...line, status: 200, ms: expect.any(Number) },
    { ...line, status: 200, ms: expect.any(Number) },
  ]);
  expect(far).toEqual([]);
});
