import { constants, setPriority } from 'node:os';
import sharp, { type Sharp } from 'sharp';
import { IMAGE_LIMITS, IMAGE_WIDTHS } from '#contract/protocols/image-sizes.ts';
import type { DecodeAnswer, Decoded } from './decode.ts';
import { isPolyglot, sniffFormat } from './inspect.ts';

// The whole of a process of its own, one a picture: what sharp blocks is blocked for its whole process, and a
// decoder that a hostile file crashes or bloats takes nothing with it. It knows no secret and no environment.

const { pixels: MAX_PIXELS, side: MAX_SIDE } = IMAGE_LIMITS;
const QUALITY = 82;

sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadNsgifBuffer',
    'VipsForeignLoadWebpBuffer',
  ],
});
sharp.cache(false);
sharp.concurrency(1);

async function toWebp(picture: Sharp): Promise<Decoded['base']> {
  const { data, info } = await picture.webp({ quality: QUALITY }).toBuffer({ resolveWithObject: true });
  return { bytes: data, width: info.width, height: info.height };
}

async function decode(source: Buffer): Promise<DecodeAnswer> {
  const format = sniffFormat(source);
  const input = { failOn: 'error', animated: false, sequentialRead: true } as const;
  const {
    width,
    height,
    format: found,
  } = await sharp(source, { ...input, limitInputPixels: false }).metadata();
  if (found !== format) return { refusal: 'unreadable' };
  if (width * height > MAX_PIXELS || Math.max(width, height) > MAX_SIDE)
    return { refusal: 'too-many-pixels' };
  if (isPolyglot(source)) return { refusal: 'two-faced' };

  const [narrow, middle, widest] = IMAGE_WIDTHS;
  // Decoded once, within a square of the widest; the narrower ones are made from its pixels.
  const pixels = await sharp(source, { ...input, limitInputPixels: MAX_PIXELS })
    .autoOrient()
    .resize({ width: widest, height: widest, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  const { width: full, height: tall, channels } = pixels.info;
  const picture = () => sharp(pixels.data, { raw: { width: full, height: tall, channels } });

  const narrower: Decoded['narrower'] = [];
  for (const target of [narrow, middle].filter((width) => width < full)) {
    narrower.push({ ...(await toWebp(picture().resize({ width: target }))), width: target });
  }
  return { base: await toWebp(picture()), narrower };
}

setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
process.once('message', async (source: Buffer) => {
  const answer = await decode(source).catch((): DecodeAnswer => ({ refusal: 'unreadable' }));
  process.send?.(answer, () => process.disconnect?.());
});
