import sharp, { type Sharp } from 'sharp';

// Pictures for tests, made when they are needed: what the decoder blocks, it blocks in a process of its own.

/** A picture of noise, so that it neither compresses to nothing nor equals another seed's. */
export function noise(width: number, height: number): Sharp {
  return sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#808080',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  });
}

/** A picture of one colour. */
export function plain(width: number, height: number, background = '#c33'): Sharp {
  return sharp({ create: { width, height, channels: 3, background } });
}

export async function bytesOf(picture: Sharp): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await picture.toBuffer());
}
