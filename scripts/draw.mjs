/** Draws every picture of the school into `public/`. Run it after a change in scripts/art: `node scripts/draw.mjs [name…]`. */
import { mkdirSync, writeFileSync } from 'node:fs';
import sharp from 'sharp';
import { CLASS_SCENES } from './art/classes.mjs';
import { FAVICON, ICON, MARK, maskable } from './art/mark.mjs';
import { artClasses, GROUP_SCENES, hero, LEVEL_SCENES, parkConcert, share } from './art/places.mjs';
import { PORTRAITS, portrait } from './art/portraits.mjs';
import { BLOG_SCENES, ELECTION_SCENES } from './art/posts.mjs';

const PUBLIC = new URL('../public/', import.meta.url);
const CARD_WIDTHS = [480, 720, 960];
const WIDE_WIDTHS = [736, 1088, 1440, 1920];
const CARD_BYTES = 25_000;
const WIDE_BYTES = 90_000;

const encode = async (svg, width, quality) =>
  sharp(await sharp(Buffer.from(svg)).resize(width).removeAlpha().png({ compressionLevel: 0 }).toBuffer())
    .webp({ quality, effort: 6, smartSubsample: true })
    .toBuffer();

/** The quality at which a drawing is at most `limit` bytes in its largest width. */
async function qualityOf(svg, width, limit) {
  for (let quality = 82; ; quality -= 6) {
    const file = await encode(svg, width, quality);
    if (file.length <= limit || quality <= 40) return quality;
  }
}

/** Every width in the quality that the largest may have: each step down is a smaller file. */
async function save(name, svg, widths, limit) {
  const quality = await qualityOf(svg, Math.max(...widths), limit);
  for (const width of widths)
    writeFileSync(new URL(`art/${name}-${width}.webp`, PUBLIC), await encode(svg, width, quality));
}

function everyPicture() {
  const named = (prefix, scenes) => Object.entries(scenes).map(([name, draw]) => [`${prefix}-${name}`, draw]);
  const cards = [
    ...named('class', CLASS_SCENES),
    ...named('blog', BLOG_SCENES),
    ...named('election', ELECTION_SCENES),
    ...named('group', GROUP_SCENES),
    ...named('level', LEVEL_SCENES),
    ...PORTRAITS.map((name) => [`person-${name}`, () => portrait(name)]),
  ].map(([name, draw]) => ({ name, draw, widths: CARD_WIDTHS, limit: CARD_BYTES }));
  const wide = [
    ['hero', hero],
    ['art-classes', artClasses],
    ['next-event', parkConcert],
  ].map(([name, draw]) => ({ name, draw, widths: WIDE_WIDTHS, limit: WIDE_BYTES }));
  return [...cards, ...wide];
}

const png = (svg, size) =>
  sharp(Buffer.from(svg), { density: 300 }).resize(size, size).png({ compressionLevel: 9 }).toBuffer();

async function saveIcons() {
  const files = {
    'logo.svg': `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" fill="currentColor"><path d="${MARK}"/></svg>\n`,
    'icon.svg': FAVICON,
    'icon-192.png': await png(ICON, 192),
    'icon-512.png': await png(ICON, 512),
    'icon-maskable-512.png': await png(maskable, 512),
    'apple-touch-icon.png': await png(maskable, 180),
    'favicon.ico': asIco(await png(FAVICON, 32)),
    'og.png': await sharp(Buffer.from(share(MARK)))
      .png({ palette: true, quality: 90, effort: 10 })
      .toBuffer(),
  };
  for (const [name, content] of Object.entries(files)) writeFileSync(new URL(name, PUBLIC), content);
}

/** An ICO file of one 32 × 32 PNG (the container's header, one directory entry, the picture). */
function asIco(picture) {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(32, 6);
  head.writeUInt8(32, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(picture.length, 14);
  head.writeUInt32LE(22, 18);
  return Buffer.concat([head, picture]);
}

const wanted = process.argv.slice(2);
mkdirSync(new URL('art/', PUBLIC), { recursive: true });
for (const { name, draw, widths, limit } of everyPicture()) {
  if (!wanted.length || wanted.some((part) => name.includes(part))) await save(name, draw(), widths, limit);
}
if (!wanted.length || wanted.includes('icons')) await saveIcons();
