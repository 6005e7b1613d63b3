import { hash } from 'node:crypto';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { SchoolNow } from '#server/database/rows/school-row.ts';
import { handleErrors } from '#server/http/error-handler.ts';
import { AppError } from '#server/http/errors.ts';
import { contentChanges } from './content-changes.ts';
import { giveKept } from './give-kept.ts';
import { keptAnswers } from './kept-answers.ts';
import { type Pages, servePages } from './pages.ts';

let app: FastifyInstance;
let fault: AppError | undefined;
let rendered: string[];
let clock: number;
let school: SchoolNow;
let changes: ReturnType<typeof contentChanges>;

/** A page that shows the blog posts, and as React Router does calls everything that a loader throws a 500. */
const pages: Pages = {
  async render({ url }, { api, isFirst, language, basename }) {
    rendered.push(url);
    const shown = await api.listBlogs().catch(() => undefined);
    const words = language === 'en' ? 'Dvořák' : `Dvořák ${language} ${basename}`;
    const { status, headers } = new Response(null, { status: shown ? 200 : 500 });
    const html = shown ? `<p>${words}</p><script>own()</script><script>another()</script>` : 'Oops';
    const tags = Buffer.from(isFirst ? '<style>ö</style>' : '<link>');
    return {
      status,
      headers,
      bytes: () => Buffer.from(html),
      finish: (text) => ({ text, scripts: ['own()'], styles: { at: text.indexOf('</p>') + 4, tags } }),
    };
  },
  // The one filter that these pages know.
  queryOf: ({ searchParams }) => {
    const words = searchParams.get('q');
    return new URLSearchParams(words ? { q: words } : {});
  },
};

async function open({ hasPseudoLanguages = false } = {}) {
  app = fastify({ trustProxy: true });
  handleErrors(app);
  app.get('/api/blog', async () => {
    if (fault) throw fault;
    return [];
  });
  changes = contentChanges({ now: () => clock });
  const kept = keptAnswers({ now: () => clock, changes });
  giveKept(app, { kept, countCall: () => {} });
  await app.register(servePages, {
    pages,
    kept,
    securityHeaders: {},
    rateLimitFactor: 1,
    hasPseudoLanguages,
    readSchool: async () => school,
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
  school = { name: 'Cadenza', languages: ['en'] as readonly string[] } as SchoolNow;
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

test('of the scripts in a page only those that it brings itself may run', async () => {
  const policy = String((await app.inject('/blogs')).headers['content-security-policy']);
  const [scripts] = /script-src [^;]*/.exec(policy) ?? [];
  expect(scripts).toBe(`script-src 'self' 'sha256-${hash('sha256', 'own()', 'base64')}'`);
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

/** What a browser says of a request that a page of this school makes. */
const FROM_PAGE = { 'sec-fetch-site': 'same-origin' };

test('a page brings the style sheet to those who come from elsewhere, and links it for those who come from a page', async () => {
  const from = async (site?: string) => {
    const headers = site === undefined ? {} : { 'sec-fetch-site': site };
    return (await app.inject({ url: '/blogs', headers })).body;
  };
  const rest = '<script>own()</script><script>another()</script>';
  // Twice, as made and as kept.
  for (const _ of ['made', 'kept']) {
    for (const site of [undefined, 'none', 'cross-site', 'same-site'])
      expect(await from(site)).toBe(`<p>Dvořák</p><style>ö</style>${rest}`);
    expect(await from('same-origin')).toBe(`<p>Dvořák</p><link>${rest}`);
  }
  expect(rendered).toHaveLength(2);
});

test('a cache between is told of it, and each of the two is known again by its own tag', async () => {
  const [first, second] = [
    await app.inject('/blogs'),
    await app.inject({ url: '/blogs', headers: FROM_PAGE }),
  ];
  const tags = [first, second].map(({ headers }) => String(headers.etag));
  expect(new Set(tags).size).toBe(2);
  for (const { headers } of [first, second]) expect(headers.vary).toMatch(/\bsec-fetch-site\b/);
  const ask = (tag: string | undefined, headers: object) =>
    app.inject({ url: '/blogs', headers: { ...headers, 'if-none-match': tag } });
  const [known, knownToPage] = [await ask(tags[0], {}), await ask(tags[1], FROM_PAGE)];
  for (const { statusCode, headers } of [known, knownToPage]) {
    expect(statusCode).toBe(304);
    expect(headers.vary).toMatch(/\bsec-fetch-site\b/);
  }
  // What a browser has of the one does not pass for the other.
  expect((await ask(tags[0], FROM_PAGE)).body).toBe(second.body);
  expect((await ask(tags[1], {})).body).toBe(first.body);
});

/** Says which languages the school has from now on. */
function speak(...languages: string[]) {
  school = { name: 'Cadenza', languages } as unknown as SchoolNow;
  changes.changed(['school']);
}
const at = async (url: string) => {
  const { statusCode, headers, body } = await app.inject(url);
  return headers.location === undefined
    ? (/<p>Dvořák ?(.*)<\/p>/.exec(body)?.[1] ?? '')
    : `${statusCode} ${headers.location}`;
};

test('a page is in the language that its address names; the default is named by none', async () => {
  speak('en', 'de');
  expect(await at('/blogs')).toBe('');
  expect(await at('/de/blogs')).toBe('de /de');
  expect(await at('/de')).toBe('de /de');
  expect(await at('/en/blogs?q=viola&from=%2Fclasses')).toBe('308 /blogs?q=viola&from=%2Fclasses');
  expect(await at('/en')).toBe('308 /');
  expect(await at('/fr/blogs')).toBe('307 /blogs');
  expect((await app.inject('/en')).headers['cache-control']).toBe('no-cache');
  speak('de', 'en');
  expect(await at('/blogs')).toBe('de /');
  expect(await at('/de/blogs')).toBe('308 /blogs');
  expect(await at('/en/blogs')).toBe('');
});

test('what a page does not know of the query makes no page of its own in another language either', async () => {
  speak('en', 'de');
  for (const query of ['', '?utm_source=a', '?sort=b']) await at(`/de/blogs${query}`);
  await at('/de/blogs?q=viola');
  expect(rendered).toEqual(['https://school.example/de/blogs', 'https://school.example/de/blogs?q=viola']);
});

test('nothing that stands behind a language leads to another host', async () => {
  for (const rest of [
    '//evil.example',
    '/\\evil.example',
    '///evil.example',
    '/.//evil.example',
    '/%09/evil.example',
  ])
    for (const code of ['en', 'fr']) {
      const location = String((await app.inject(`/${code}${rest}`)).headers.location);
      expect(new URL(location, 'https://school.example').host).toBe('school.example');
    }
});

test('a change of the school’s languages shows at the next request of every page', async () => {
  speak('en', 'de', 'fr');
  expect([await at('/blogs'), await at('/de/blogs'), await at('/fr/blogs')]).toEqual([
    '',
    'de /de',
    'fr /fr',
  ]);
  speak('en', 'fr');
  expect([await at('/blogs'), await at('/de/blogs'), await at('/fr/blogs')]).toEqual([
    '',
    '307 /blogs',
    'fr /fr',
  ]);
  speak('fr', 'de');
  expect([await at('/blogs'), await at('/de/blogs'), await at('/fr/blogs')]).toEqual([
    'fr /',
    'de /de',
    '308 /blogs',
  ]);
});

test('asked for at once, made and kept, no page is in the language of another', async () => {
  speak('en', 'de', 'fr');
  const expected = { '/blogs': '', '/de/blogs': 'de /de', '/fr/blogs': 'fr /fr' };
  const addresses = Array.from({ length: 200 }, (_, n) => Object.keys(expected)[n % 3] ?? '');
  const answers = await Promise.all(
    addresses.map(async (url, n) => {
      // Meanwhile what is kept is looked at again.
      if (n % 50 === 49) changes.changed(['school']);
      return [url, await at(url)];
    }),
  );
  expect(answers).toEqual(addresses.map((url) => [url, expected[url as keyof typeof expected]]));
});

test('the languages for tests are pages that do not exist, unless they are on', async () => {
  expect(await at('/en-XA/blogs')).toBe('');
  await app.close();
  await open({ hasPseudoLanguages: true });
  expect(await at('/en-XA/blogs')).toBe('en-XA /en-XA');
  expect(await at('/ar-XB')).toBe('ar-XB /ar-XB');
});
