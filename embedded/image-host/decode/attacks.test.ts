import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chunk, gifHeader, pngOf } from '#tests/support/image-host/attacks.ts';
import { refused, startHost, uploaded } from '#tests/support/image-host/host.ts';
import { bytesOf, noise, plain } from '#tests/support/image-host/pictures.ts';
import { report } from '#tests/support/proof.ts';

const ROUNDS = Number(process.env.FAULT_ROUNDS ?? 1);
/** Of each format. */
const FLIPPED_FILES = 3 * ROUNDS;

let host: Awaited<ReturnType<typeof startHost>>;
beforeAll(async () => {
  host = await startHost();
});
afterAll(() => host[Symbol.asyncDispose]());

const latin1 = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));
const joined = (...parts: Uint8Array[]) => new Uint8Array(Buffer.concat(parts));

test.for([
  ['SVG', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
  ['SVG behind an XML head', '<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"/>'],
  ['HTML', '<!doctype html><script>alert(1)</script>'],
  ['a PDF', '%PDF-1.7\n%âãÏÓ'],
  ['TIFF', 'II*\0\x08\0\0\0'],
  ['BMP', 'BM\x46\0\0\0\0\0\0\0\x36\0\0\0'],
  ['HEIC', '\0\0\0\x18ftypheic\0\0\0\0'],
  ['text', 'hello'],
])('%s is refused, whatever its name and type say', async ([, text]) => {
  const response = await host.upload(latin1(text ?? ''), { name: 'photo.jpg', type: 'image/jpeg' });
  expect(await refused(response)).toMatchObject({
    status: 400,
    code: 313,
    message: 'This file is not a JPEG, PNG, WebP or GIF picture. Choose another one.',
  });
});

test('an empty file is refused with the vendor’s code 130', async () => {
  expect(await refused(await host.upload(new Uint8Array()))).toMatchObject({ status: 400, code: 130 });
});

describe('a file with two faces is refused', () => {
  const zipEnd = `PK\x05\x06${'\0'.repeat(18)}`;

  test.for([
    ['a JPEG with a page behind it', 'jpeg', '<html><body onload=alert(1)>'],
    ['a PNG with a script behind it', 'png', '<script>alert(1)</script>'],
    ['a WebP with PHP behind it', 'webp', '<?php system($_GET[0]);'],
    ['a GIF that is an archive too', 'gif', zipEnd],
  ] as const)('%s', async ([, format, tail]) => {
    const picture = await bytesOf(plain(40, 30).toFormat(format));
    await uploaded(await host.upload(picture));
    expect(await refused(await host.upload(joined(picture, latin1(tail))))).toMatchObject({
      status: 400,
      code: 310,
      context: 'two-faced',
    });
  });

  test('a PNG with a page in its text', async () => {
    const text = chunk('tEXt', Buffer.from('Comment\0<html><script>alert(1)</script>', 'latin1'));
    const png = pngOf({ width: 1, height: 1, pixels: Buffer.from([0, 0]), chunks: [text] });
    expect(await refused(await host.upload(png))).toMatchObject({ context: 'two-faced' });
  });

  test('a PDF in a JPEG’s comment', async () => {
    const jpeg = await bytesOf(plain(10, 10).jpeg());
    const comment = Buffer.from('\xff\xfe\x00\x0a%PDF-1.4', 'latin1');
    const both = joined(jpeg.subarray(0, 2), comment, jpeg.subarray(2));
    expect(await refused(await host.upload(both))).toMatchObject({ context: 'two-faced' });
  });
});

test('what a phone appends to a photograph is taken off, and the photograph kept', async () => {
  const photo = await bytesOf(noise(200, 100).jpeg());
  const film = latin1(`\0\0\0\x18ftypmp42${'\0'.repeat(500)}`);
  const alone = await uploaded(await host.upload(photo));
  expect((await uploaded(await host.upload(joined(photo, film)))).id).toBe(alone.id);
});

describe('a truncated file is refused', () => {
  test.for(['jpeg', 'png', 'webp', 'gif'] as const)('%s', async (format) => {
    const whole = await bytesOf(noise(300, 200).toFormat(format));
    for (const part of [0.2, 0.6, 0.95]) {
      const response = await host.upload(whole.slice(0, Math.floor(whole.length * part)));
      expect(await refused(response)).toMatchObject({ status: 400, code: 310, context: 'unreadable' });
    }
  });

  test('the first bytes of a format and nothing else', async () => {
    for (const head of ['\xff\xd8\xff', '\x89PNG\r\n\x1a\n', 'GIF89a', 'RIFF\0\0\0\0WEBP']) {
      expect(await refused(await host.upload(latin1(head)))).toMatchObject({ context: 'unreadable' });
    }
  });
});

describe('a decompression bomb is refused before it unfolds', () => {
  test('a PNG of 900 megapixels in about a hundred kilobytes', async () => {
    const rows = Buffer.alloc(30_000 * (30_000 / 8 + 1));
    const bomb = pngOf({ width: 30_000, height: 30_000, bits: 1, data: deflateSync(rows) });
    expect(bomb.length).toBeLessThan(200_000);
    // Unfolding it would be refused too, as `unreadable`, by the limits of the decoder.
    expect(await refused(await host.upload(bomb))).toMatchObject({ status: 400, context: 'too-many-pixels' });
  });

  test('a GIF that announces 65535 by 65535', async () => {
    expect(await refused(await host.upload(gifHeader(65_535, 65_535)))).toMatchObject({ status: 400 });
  });

  test('a PNG whose compressed colour profile unfolds to half a gigabyte', async () => {
    const profile = Buffer.concat([Buffer.from('x\0\0', 'latin1'), deflateSync(Buffer.alloc(500_000_000))]);
    const bomb = pngOf({
      width: 1,
      height: 1,
      pixels: Buffer.from([0, 0]),
      chunks: [chunk('iCCP', profile)],
    });
    const response = await host.upload(bomb);
    expect([200, 400]).toContain(response.status);
  });
});

test('25 megapixels and a side of 8000 are taken, one pixel more is refused', async () => {
  await uploaded(await host.upload(await bytesOf(plain(5000, 5000).png())));
  await uploaded(await host.upload(await bytesOf(plain(8000, 10).png())));
  for (const [width, height] of [
    [5000, 5001],
    [8001, 10],
    [10, 8001],
  ] as const) {
    expect(await refused(await host.upload(await bytesOf(plain(width, height).png())))).toMatchObject({
      message:
        'This picture has more than 25 megapixels or a side longer than 8000 pixels. Make it smaller and try again.',
    });
  }
});

test(
  'files with bytes flipped at random are shown or refused, and never break the host',
  async () => {
    const random = randomFrom(20_240);
    const formats = ['jpeg', 'png', 'webp', 'gif'] as const;
    report({ 'pictures with bytes flipped at random': formats.length * FLIPPED_FILES });
    for (const format of formats) {
      const whole = await bytesOf(noise(60, 40).toFormat(format));
      const flipped = Array.from({ length: FLIPPED_FILES }, () => {
        const copy = whole.slice();
        for (let flips = 1 + random(20); flips > 0; flips -= 1)
          copy[12 + random(copy.length - 12)] = random(256);
        return copy;
      });
      for (const bytes of flipped) {
        const response = await host.upload(bytes);
        if (response.status === 200) await uploaded(response);
        else expect(await refused(response)).toMatchObject({ status: 400 });
      }
    }
  },
  60_000 * ROUNDS,
);

/** A small generator of whole numbers below a bound, the same at every run. */
function randomFrom(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

test('nothing of the metadata is kept, and the picture stands upright', async () => {
  const tagged = plain(300, 200)
    .withExif({
      IFD0: { Copyright: 'Ana Secret' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' },
    })
    .withMetadata({ orientation: 6 })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><owner>Ana Secret</owner></x:xmpmeta>');
  const source = await bytesOf(tagged.jpeg());
  expect(Buffer.from(source).includes('Ana Secret')).toBe(true);
  const data = await uploaded(await host.upload(source));
  expect([data.width, data.height]).toEqual([200, 300]);
  const served = Buffer.from(await (await fetch(data.url)).arrayBuffer());
  expect(served.includes('Ana Secret')).toBe(false);
  const kept = await sharp(served).metadata();
  expect(kept).toMatchObject({ width: 200, height: 300 });
  expect([kept.exif, kept.xmp, kept.icc, kept.orientation]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

test('of a moving picture the first frame is kept', async () => {
  const frames = await Promise.all(['#f00', '#00f'].map((colour) => bytesOf(plain(20, 20, colour).png())));
  const film = await bytesOf(sharp(frames, { join: { animated: true } }).gif());
  const data = await uploaded(await host.upload(film));
  const served = sharp(Buffer.from(await (await fetch(data.url)).arrayBuffer()));
  expect((await served.metadata()).pages ?? 1).toBe(1);
  expect((await served.stats()).dominant).toMatchObject({ b: 8 });
});
