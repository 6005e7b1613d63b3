import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { KEY, refused, startHost, uploaded } from './test-host.ts';
import { bytesOf, plain } from './test-images.ts';

test('an upload answers the whole form of the vendor with the URL of a WebP picture', async () => {
  await using host = await startHost({ now: () => 1_700_000_000_999 });
  const data = await uploaded(await host.upload(await bytesOf(plain(2000, 1000).png())));
  expect(data).toMatchObject({
    width: 1600,
    height: 800,
    title: 'picture',
    time: 1_700_000_000,
    expiration: 0,
  });
  expect(data.display_url).toBe(`${host.origin}/i/${data.id}.webp`);
  expect(data.medium?.url).toBe(`${host.origin}/i/${data.id}-800.webp`);
  const served = new Uint8Array(await (await fetch(data.display_url)).arrayBuffer());
  expect(served.length).toBe(data.size);
  expect(createHash('sha256').update(served).digest('hex')).toBe(data.id);
  expect(await sharp(served).metadata()).toMatchObject({ format: 'webp', width: 1600, height: 800 });
});

test('the key may be a field of the form', async () => {
  await using host = await startHost();
  const form = new FormData();
  form.set('image', new File([await bytesOf(plain(10, 10).png())], 'a.png'));
  form.set('key', KEY);
  await uploaded(await host.post(form, ''));
});

test('a missing or wrong key is refused with the vendor’s code 100', async () => {
  await using host = await startHost();
  const form = new FormData();
  form.set('image', new File([await bytesOf(plain(10, 10).png())], 'a.png'));
  for (const query of ['', 'key=', 'key=wrong']) {
    expect(await refused(await host.post(form, query))).toMatchObject({
      status: 400,
      code: 100,
      message: 'Invalid API v1 key.',
    });
  }
});
