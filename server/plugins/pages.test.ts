import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { AppError } from '#server/errors.ts';
import { handleErrors } from './error-handler.ts';
import { pageCache } from './page-cache.ts';
import { type RenderPage, servePages } from './pages.ts';

let app: FastifyInstance;
let fault: AppError | undefined;
let rendered: string[];

/** A page that shows the blog posts, and as React Router does calls everything that a loader throws a 500. */
const render: RenderPage = async ({ url }, { api }) => {
  rendered.push(url);
  const shown = await api.listBlogs().catch(() => undefined);
  return new Response(shown ? 'posts' : 'Oops', { status: shown ? 200 : 500 });
};

beforeEach(async () => {
  fault = undefined;
  rendered = [];
  app = fastify();
  handleErrors(app);
  app.get('/api/blog', async () => {
    if (fault) throw fault;
    return [];
  });
  servePages(app, {
    render,
    cache: pageCache({ now: () => 0 }),
    clientConfig: () => ({}) as never,
    originOf: () => 'https://school.example',
    sources: { connect: [], script: [], frame: [] },
  });
  await app.ready();
});
afterEach(() => app.close());

test('a page is of this school, whatever origin the request names', async () => {
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  for (const path of [
    '/blogs',
    'http://evil.example/blogs',
    'http://evil.example?q=1',
    '//evil.example/blogs',
  ]) {
    const status = await new Promise((resolve, reject) => {
      const sent = request({ host: '127.0.0.1', port, path, agent: false }, (answer) => {
        answer.resume().once('end', () => resolve(answer.statusCode));
      });
      sent.once('error', reject).end();
    });
    expect(status).toBe(200);
  }
  expect(rendered.length).toBeGreaterThan(1);
  expect(new Set(rendered.map((url) => new URL(url).origin))).toEqual(new Set(['https://school.example']));
});

test('while the records cannot be reached a page says so, says when to come back, and is not kept', async () => {
  fault = new AppError('database-unavailable');
  const away = await app.inject('/blogs');
  expect(away.statusCode).toBe(503);
  expect(away.headers['retry-after']).toBe('5');
  fault = undefined;
  expect((await app.inject('/blogs')).statusCode).toBe(200);
});

test('a page that fails otherwise stays a fault of ours', async () => {
  fault = new AppError('internal');
  expect((await app.inject('/blogs')).statusCode).toBe(500);
});
