import sharp from 'sharp';
import { PORTRAITS, portrait } from './art/portraits.mjs';

const S = 320;
const tiles = await Promise.all(
  PORTRAITS.map(async (n, i) => ({
    input: await sharp(Buffer.from(portrait(n)))
      .resize(S)
      .png()
      .toBuffer(),
    left: (i % 5) * S,
    top: Math.floor(i / 5) * S,
  })),
);
await sharp({ create: { width: 5 * S, height: 3 * S, channels: 3, background: '#fff' } })
  .composite(tiles)
  .png()
  .toFile('/tmp/portraits.png');
