import { expect, test } from 'vitest';
import { imageSources } from './images.ts';

const hash = 'ab'.repeat(32);

test('a picture of this school’s host comes with the three widths that are kept of it', () => {
  for (const before of ['', 'https://school.example', 'http://127.0.0.1:3000']) {
    expect(imageSources(`${before}/i/${hash}.webp`)).toEqual({
      src: `${before}/i/${hash}.webp`,
      srcset: `${before}/i/${hash}-400.webp 400w, ${before}/i/${hash}-800.webp 800w, ${before}/i/${hash}.webp 1600w`,
    });
  }
});

test('any other picture comes as it is', () => {
  for (const url of [
    'https://i.ibb.co/98W13PY/c1f64245afb2.gif',
    '/seed/piano.webp',
    `/i/${hash}-400.webp`,
    `/i/${hash}.jpg`,
    `/i/${hash}.webp?x`,
    `/deeper/i/${hash}.webp`,
    `//host/i/${hash}.webp`,
    `javascript:/i/${hash}.webp`,
    `https://a b/i/${hash}.webp`,
    '',
  ]) {
    expect(imageSources(url)).toEqual({ src: url });
  }
});
