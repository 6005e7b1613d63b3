import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { IMAGE_WIDTHS, type ImageUploaded } from '#contract/protocols/image-host.ts';
import { type Decoded, decodeImage } from './decode.ts';
import { Refusal } from './errors.ts';
import { imageName } from './image-store.ts';
import { sniffFormat } from './judge.ts';
import { createKeep } from './keep.ts';
import type { ImageHostOptions } from './plugin.ts';
import { readUpload } from './read-upload.ts';
import { createSlots } from './slots.ts';

const BODIES_AT_ONCE = 8;
const DECODES_AT_ONCE = 2;
const DECODES_WAITING = 8;
const BODY_MS = 60_000;
const PER_MINUTE = 10;
const PER_HOUR = 60;
const TITLE_MAX = 100;

const sha256 = (text: string) => createHash('sha256').update(text).digest();

type Answer = { origin: string; hash: string; title: string; picture: Decoded; now: number };

function uploaded({ origin, hash, title, picture, now }: Answer): ImageUploaded {
  const file = (width?: number) => {
    const filename = imageName(width === undefined ? { hash } : { hash, width });
    return { filename, name: hash, mime: 'image/webp', extension: 'webp', url: `${origin}/i/${filename}` };
  };
  const image = file();
  const { width, height, bytes } = picture.base;
  const [small, middle] = IMAGE_WIDTHS;
  return {
    data: {
      id: hash,
      title,
      url_viewer: image.url,
      url: image.url,
      display_url: image.url,
      width,
      height,
      size: bytes.length,
      time: Math.floor(now / 1000),
      expiration: 0,
      image,
      thumb: file(small),
      medium: file(middle),
      delete_url: image.url,
    },
    success: true,
    status: 200,
  };
}

const asTitle = (text: string) => text.replaceAll(/[\p{Cc}\p{Cs}]/gu, '').slice(0, TITLE_MAX);

/** `POST /upload`: takes a picture in, as the vendor's `POST /1/upload`. */
export const uploadRoutes: FastifyPluginAsync<ImageHostOptions> = async (app, options) => {
  const { apiKey, now, originOf, rateLimitFactor = 1, bodyMs = BODY_MS } = options;
  const limits = [
    app.createRateLimit({ max: PER_MINUTE * rateLimitFactor, timeWindow: '1 minute' }),
    app.createRateLimit({ max: PER_HOUR * rateLimitFactor, timeWindow: '1 hour' }),
  ];
  const inBodySlot = createSlots({ running: BODIES_AT_ONCE, waiting: 0 });
  const inDecodeSlot = createSlots({ running: DECODES_AT_ONCE, waiting: DECODES_WAITING });
  const keep = createKeep(options);

  function checkKey(key: string | undefined): void {
    if (key === undefined || !timingSafeEqual(sha256(key), sha256(apiKey))) throw new Refusal('invalid-key');
  }

  async function checkLimits(request: FastifyRequest): Promise<void> {
    for (const check of limits) {
      const limit = await check(request);
      if (!limit.isAllowed && limit.isExceeded)
        throw new Refusal('too-many-uploads', { retryAfterSeconds: limit.ttlInSeconds });
    }
  }

  app.post<{ Querystring: { key?: string; name?: string } }>(
    '/upload',
    { onRequest: checkLimits },
    async (request): Promise<ImageUploaded> => {
      const { key, name } = request.query;
      // A wrong key in the address is refused before the body is read.
      if (key !== undefined) checkKey(key);
      const upload = await inBodySlot(() => readUpload(request, bodyMs));
      if (key === undefined) checkKey(upload.key);

      const { source } = upload;
      if (!source?.length) throw new Refusal('empty-source');
      if (!sniffFormat(source)) throw new Refusal('not-an-image');
      const picture = await inDecodeSlot(() => decodeImage(source));
      const hash = await keep(picture);
      const title = asTitle(name ?? upload.title ?? '') || hash;
      return uploaded({ origin: originOf(request), hash, title, picture, now: now() });
    },
  );
};
