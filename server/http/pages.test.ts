import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { handleErrors } from './error-handler.ts';
import { AppError } from './errors.ts';
import { pageCache, toPage } from './page-cache.ts';
import { type Pages, servePages } from './pages.ts';

let app: FastifyInstance;
let fault: AppError | undefined;
let rendered: string[];
let clock: number;

/** A page that shows the blog posts, and as React Router does calls everything that a loader throws a 500. */
const pages: Pages = {
  async render({ url }, { api }) {
    rendered.push(url);
    const shown = await api.listBlogs().catch(() => undefined);
    return new Response(shown ? 'posts' : 'Oops', { status: shown ? 200 : 500 });
  },
  // The one filter that these pages know.
  queryOf: ({ searchParams }) => {
    const words = searchParams.get('q');
    return new URLSearchParams(words ? { q: words } : {});
  },
};

async function open() {
  app = fastify({ trustProxy: true });
  handleErrors(app);
  app.get('/api/blog', async () => {
    if (fault) throw fault;
    return [];
  });
  await app.register(servePages, {
    pages,
    cache: pageCache({ now: () => clock }),
    rateLimitFactor: 1,
    clientConfig: () => ({}) as never,
    originOf: () => 'https://school.example',
    sources: { connect: [], script: [], frame: [] },
  });
  await app.ready();
}

beforeEach(async () => {
  fault = undefined;
  rendered = [];
  clock = 0;
  await open();
});
afterEach(async () => {
  vi.useRealTimers();
  await app.close();
});

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

test('what a page does not know of an address makes no page of its own', async () => {
  for (let n = 0; n < 50; n++) await app.inject(`/blogs?sort=junk-${n}&utm_source=${'x'.repeat(n * 20)}`);
  expect(rendered).toEqual(['https://school.example/blogs']);
});

test('an address has 600 pages rendered for it in a minute; what is kept it may see, and others see everything', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const from = (ip: string, path: string) => app.inject({ url: path, headers: { 'x-forwarded-for': ip } });
  for (let n = 1; n <= 600; n++) {
    // A long query is no way around.
    const { statusCode } = await from('203.0.113.7', `/blogs?q=${'x'.repeat(n)}`);
    expect(statusCode).toBe(200);
  }
  const refused = await from('203.0.113.7', '/blogs?q=y');
  expect(refused.statusCode).toBe(429);
  expect(refused.headers['retry-after']).toBe('60');
  expect(rendered).toHaveLength(600);

  expect((await from('203.0.113.7', `/blogs?q=${'x'.repeat(600)}`)).statusCode).toBe(200);
  expect((await from('203.0.113.8', '/blogs?q=y')).statusCode).toBe(200);
  vi.setSystemTime(Date.now() + 60_000);
  expect((await from('203.0.113.7', '/blogs?q=z')).statusCode).toBe(200);
});

describe('the page cache', () => {
  const page = (bytes: number, status = 200) => toPage(status, {}, Buffer.alloc(bytes, 'x'));

  test('keeps as many pages as fit, and forgets the one asked for longest ago', async () => {
    const cache = pageCache({ now: () => clock, maxBytes: 3000 });
    for (const key of ['a', 'b']) await cache.add(key, async () => page(1000));
    expect(cache.bytes()).toBe(3000);
    await cache.find('a');
    await cache.add('c', async () => page(1000));
    expect(cache.bytes()).toBe(3000);
    expect(['a', 'b', 'c'].map((key) => cache.find(key) !== undefined)).toEqual([true, false, true]);
    await cache.add('huge', async () => page(5000));
    expect(cache.bytes()).toBe(0);
  });

  test('counts a page once that is rendered again, and none that failed', async () => {
    const cache = pageCache({ now: () => clock });
    for (let n = 0; n < 5; n++) await cache.add('a', async () => page(1000));
    expect(cache.bytes()).toBe(1500);
    await cache.add('b', async () => page(1000, 404));
    await expect(cache.add('c', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(cache.bytes()).toBe(1500);
    expect(cache.find('b')).toBeUndefined();
    expect(cache.find('c')).toBeUndefined();
  });

  test('forgets a page when what it shows has changed, and no other', async () => {
    const cache = pageCache({ now: () => clock });
    await cache.add('/classes', async (shows) => {
      shows('classes');
      return page(10);
    });
    await cache.add('/blogs', async (shows) => {
      shows('blogs');
      return page(10);
    });
    cache.changed(['classes', 'instructors']);
    expect(cache.find('/classes')).toBeUndefined();
    expect(cache.find('/blogs')).toBeDefined();
  });

  test('does not keep what was read before a change, though it is rendered after', async () => {
    const cache = pageCache({ now: () => clock });
    let finish = (_page: ReturnType<typeof page>) => {};
    const rendering = cache.add('/classes', (shows) => {
      shows('classes');
      return new Promise((resolve) => {
        finish = resolve;
      });
    });
    cache.changed(['classes']);
    finish(page(10));
    await rendering;
    expect(cache.find('/classes')).toBeUndefined();
    expect(cache.bytes()).toBe(0);
  });

  test('shows a page again for five seconds', async () => {
    const cache = pageCache({ now: () => clock });
    await cache.add('a', async () => page(10));
    clock = 4999;
    expect(cache.find('a')).toBeDefined();
    clock = 5000;
    expect(cache.find('a')).toBeUndefined();
  });
});
