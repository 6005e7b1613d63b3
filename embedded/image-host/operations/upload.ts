import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import type { ImageUploaded } from '#contract/protocols/image-host.ts';
import { IMAGE_WIDTHS } from '#contract/protocols/image-sizes.ts';
import { networksOf } from '#contract/protocols/networks.ts';
import { type Decoded, decodeImage } from '#embedded/image-host/decode/decode.ts';
import { sniffFormat } from '#embedded/image-host/decode/inspect.ts';
import { Refusal } from '#embedded/image-host/errors.ts';
import { uploadLimits } from '#embedded/image-host/limits/limits.ts';
import type { Uploader } from '#embedded/image-host/limits/quotas.ts';
import { createSlots } from '#embedded/image-host/limits/slots.ts';
import type { ImageHostOptions } from '#embedded/image-host/options.ts';
import { imageName } from '#embedded/image-host/stores/image-store.ts';
import { createKeep } from './keep.ts';
import { readUpload } from './read-upload.ts';

/** Strangers have places of their own, so that they never take one from people. */
const SLOTS = {
  strangers: {
    bodies: { running: 12, waiting: 0, perKey: 3 },
    decodes: { running: 1, waiting: 6, perKey: 3 },
  },
  people: { bodies: { running: 12, waiting: 0, perKey: 3 }, decodes: { running: 2, waiting: 10, perKey: 3 } },
};
const BODY_MS = 60_000;
const TITLE_MAX = 100;

declare module 'fastify' {
  interface FastifyRequest {
    /** Who uploads, on the image host's calls. */
    uploader: Uploader;
  }
}

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
  const whoUploads = ({ uploader }: FastifyRequest) => uploader.person ?? uploader.network;
  const count = uploadLimits(options.db, now, rateLimitFactor);
  const slotsOf = ({ bodies, decodes }: (typeof SLOTS)['people']) => ({
    inBodySlot: createSlots(bodies),
    inDecodeSlot: createSlots(decodes),
  });
  const slots = { strangers: slotsOf(SLOTS.strangers), people: slotsOf(SLOTS.people) };
  const keep = createKeep(options);
  app.decorateRequest('uploader');

  function checkKey(key: string | undefined): void {
    if (key === undefined || !timingSafeEqual(sha256(key), sha256(apiKey))) throw new Refusal('invalid-key');
  }

  /** Counts before anything is read. */
  async function checkLimits(request: FastifyRequest): Promise<void> {
    const networks = networksOf(request.ip);
    for (const { id, times } of networks) await count('network, minute', id, times);
    const person = await options.personOf(request);
    request.uploader = { network: networks[0].id, site: networks[1], person };
    const uploaders = person === null ? networks : [{ id: person, times: 1 }];
    for (const { id, times } of uploaders) {
      await count('uploader, minute', id, times);
      await count('uploader, hour', id, times);
    }
  }

  app.post<{ Querystring: { key?: string; name?: string } }>(
    '/upload',
    { onRequest: checkLimits },
    async (request): Promise<ImageUploaded> => {
      const { key, name } = request.query;
      // A parameter that is given twice arrives as a list.
      if (Array.isArray(key) || Array.isArray(name)) throw new Refusal('bad-form');
      // A wrong key in the address is refused before the body is read.
      if (key !== undefined) checkKey(key);
      const { uploader } = request;
      const { inBodySlot, inDecodeSlot } = uploader.person === null ? slots.strangers : slots.people;
      const slotKey = whoUploads(request);
      const upload = await inBodySlot(() => readUpload(request, bodyMs), slotKey);
      if (key === undefined) checkKey(upload.key);

      const { source } = upload;
      if (!source?.length) throw new Refusal('empty-source');
      if (!sniffFormat(source)) throw new Refusal('not-an-image');
      const picture = await inDecodeSlot(() => decodeImage(source), slotKey);
      const hash = await keep(picture, uploader);
      const title = asTitle(name ?? upload.title ?? '') || hash;
      return uploaded({ origin: originOf(request), hash, title, picture, now: now() });
    },
  );
};
