import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestSchool, type TestSchool } from '#tests/support/school.ts';

let folder: string;
let school: TestSchool;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cadenza-assets-'));
  mkdirSync(join(folder, 'assets', 'deep'), { recursive: true });
  mkdirSync(join(folder, 'art'));
  writeFileSync(join(folder, 'art', 'cello-480.webp'), 'a cello');
  writeFileSync(join(folder, 'logo.svg'), '<svg/>');
  writeFileSync(join(folder, 'assets', 'app-1a2b.js'), `// ${'long '.repeat(100)}`);
  writeFileSync(join(folder, 'assets', 'app-1a2b.js.br'), 'compressed');
  writeFileSync(join(folder, 'assets', 'deep', 'an é.txt'), 'deep');
  school = await openTestSchool({
    web: {
      assets: folder,
      artVersion: 'now',
      queryOf: () => new URLSearchParams(),
      render: async () => new Response('a page', { status: 404 }),
    },
  });
});
afterAll(async () => {
  await school.close();
  rmSync(folder, { recursive: true });
});

const get = (url: string, headers = {}) => school.app.inject({ url, headers });

test('a file is served with its type, those whose names tell their content as immutable', async () => {
  expect((await get('/logo.svg')).headers).toMatchObject({
    'content-type': 'image/svg+xml',
    'cache-control': 'public, max-age=3600',
  });
  const script = await get('/assets/app-1a2b.js', { 'accept-encoding': 'br' });
  expect(script.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect(script.body).toBe('compressed');
  expect((await get(`/assets/deep/${encodeURIComponent('an é')}.txt`)).body).toBe('deep');
});

test('a drawing is kept for ever under the version of this build, and looked for again under any other', async () => {
  const caching = async (url: string) => (await get(url)).headers['cache-control'];
  expect(await caching('/art/cello-480.webp?v=now')).toBe('public, max-age=31536000, immutable');
  for (const url of ['/art/cello-480.webp?v=before', '/art/cello-480.webp', '/logo.svg?v=now'])
    expect(await caching(url), url).toBe('public, max-age=3600');
});

test.each(['/assets/gone-3c4d.js', '/assets/app-1a2b.js.br', '/assets/deep', '/assets/..%2flogo.svg'])(
  '%s is no file: 404, without rendering a page',
  async (url) => {
    const answer = await get(url);
    expect(answer.statusCode).toBe(404);
    expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/);
  },
);
