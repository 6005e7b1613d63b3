/**
 * Cuts the school's two families down to the letters, weights and features that its pages use, and leaves them in `web/fonts/`.
 * Run it after a change here: `npm ci --prefix scripts/fonts && node scripts/fonts/subset.mjs`.
 */
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';

const PACKAGES = new URL('./node_modules/@fontsource-variable/', import.meta.url);
const FONTS = new URL('../../web/fonts/', import.meta.url);

const FAMILIES = {
  // `tnum`: figures of one width, for what is counted and what stands in columns.
  inter: { weights: { min: 400, max: 700 }, features: ['kern', 'tnum'] },
  fraunces: { weights: { min: 400, max: 600 }, features: ['kern'] },
};

const range = (from, to) =>
  String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, at) => from + at));

/**
 * What English pages need comes first; the other letters of Western, then of Central European and Turkish, then of Vietnamese names
 * are fetched where one occurs. The same ranges stand in `web/fonts.css`.
 */
const PARTS = [
  {
    part: 'basic',
    source: 'latin',
    letters: `${range(0x20, 0x7e)}\u00a0£§©«·»×ÄÅÆÇÉÖØÜ${range(0xdf, 0xef)}${range(0xf1, 0xf6)}${range(0xf8, 0xfc)}–—‘’‚“”„•…€™−`,
  },
  { part: 'western', source: 'latin', letters: `${range(0xa1, 0xff)}ıŒœ‹›†‡‰` },
  { part: 'central', source: 'latin-ext', letters: `${range(0x100, 0x17f)}${range(0x218, 0x21b)}ẞ₺₽₹₩₪` },
  { part: 'vietnamese', source: 'vietnamese', letters: `ƠơƯư${range(0x1ea0, 0x1ef9)}₫` },
];

for (const [family, { weights, features }] of Object.entries(FAMILIES)) {
  for (const { part, source, letters } of PARTS) {
    const file = new URL(`${family}/files/${family}-${source}-wght-normal.woff2`, PACKAGES);
    const font = await subsetFont(readFileSync(file), letters, {
      targetFormat: 'woff2',
      variationAxes: { wght: weights },
      keepFeatures: features,
      noHinting: true,
    });
    writeFileSync(new URL(`${family}-${part}.woff2`, FONTS), font);
    console.log(`${family}-${part}.woff2 ${font.length}`);
  }
  copyFileSync(
    fileURLToPath(new URL(`${family}/LICENSE`, PACKAGES)),
    fileURLToPath(new URL(`${family}-LICENSE.txt`, FONTS)),
  );
}
