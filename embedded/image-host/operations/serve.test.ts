import { request } from 'node:http';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { refused, startHost, uploaded } from '#tests/support/image-host/host.ts';
import { bytesOf, noise } from '#tests/support/image-host/pictures.ts';

let host: Awaited<ReturnType<typeof startHost>>;
let wide: Awaited<ReturnType<typeof uploaded>>;
let small: Awaited<ReturnType<typeof uploaded>>;
beforeAll(async () => {
  host = await startHost();
  wide = await uploaded(await host.upload(await bytesOf(noise(1700, 900).jpeg())));
  small = await uploaded(await host.upload(await bytesOf(noise(500, 300).jpeg())));
});
afterAll(() => host[Symbol.asyncDispose]());

const widthOf = async (url: string) => (await sharp(await (await fetch(url)).arrayBuffer()).metadata()).width;

test('a picture is served in three widths, none wider than the picture', async () => {
  const widths = (data: typeof wide) =>
    Promise.all(['-400', '-800', ''].map((width) => widthOf(`${host.origin}/i/${data.id}${width}.webp`)));
  expect(await widths(wide)).toEqual([400, 800, 1600]);
  expect(await widths(small)).toEqual([400, 500, 500]);
});

test('a served picture may be kept for ever and can do nothing but be looked at', async () => {
  for (const method of ['GET', 'HEAD']) {
    const response = await fetch(wide.display_url, { method });
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'image/webp',
      'content-length': String(wide.size),
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
      'content-disposition': `inline; filename="${wide.id}.webp"`,
      etag: `"${wide.id}"`,
    });
    expect((await response.arrayBuffer()).byteLength).toBe(method === 'GET' ? wide.size : 0);
  }
});

test('anyone who has the picture already gets 304 and no body', async () => {
  const ask = (tag: string) => fetch(wide.display_url, { headers: { 'if-none-match': tag } });
  for (const tag of [`"${wide.id}"`, `W/"${wide.id}"`, `"other", "${wide.id}"`, '*']) {
    const response = await ask(tag);
    expect([response.status, await response.text()]).toEqual([304, '']);
    expect(response.headers.get('cache-control')).toContain('immutable');
  }
  expect((await ask('"other"')).status).toBe(200);
});

test('two widths of a picture have different tags', async () => {
  const tags = [wide.url, wide.thumb.url, wide.medium?.url ?? ''].map(async (url) =>
    (await fetch(url)).headers.get('etag'),
  );
  expect(new Set(await Promise.all(tags)).size).toBe(3);
});

test('nothing is served but names that the host could have given', async () => {
  // A plain request: fetch would tidy the path.
  const status = (path: string) =>
    new Promise((resolve, reject) => {
      request(`${host.origin}`, { path }, (response) => resolve(response.resume().statusCode))
        .on('error', reject)
        .end();
    });
  for (const path of [
    '/i/unfinished',
    '/i/unfinished/x',
    '/i/../package.json',
    '/i/..%2f..%2fetc%2fpasswd',
    `/i/${wide.id}`,
    `/i/${wide.id}.WEBP`,
    `/i/${wide.id}-500.webp`,
    `/i/${wide.id}.webp%00.html`,
    `/i/${wide.id}.webp/`,
    `/i/%2e%2e%2f${wide.id}.webp`,
    `/i/${'0'.repeat(64)}.webp`,
    '/i/%ff',
  ]) {
    expect([path, await status(path)]).toEqual([path, expect.toBeOneOf([400, 404])]);
  }
});

test('a picture that is not there is not remembered as missing', async () => {
  const response = await fetch(`${host.origin}/i/${'0'.repeat(64)}.webp`);
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(await refused(response)).toMatchObject({ status: 404, message: 'There is no such picture.' });
});
