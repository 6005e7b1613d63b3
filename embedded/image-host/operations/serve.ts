import type { FastifyPluginAsync } from 'fastify';
import { Refusal } from '#embedded/image-host/errors.ts';
import { type ImageStore, imageName, parseImageName } from '#embedded/image-host/stores/image-store.ts';

const YEAR_SECONDS = 31_536_000;

const isNamed = (header: string | undefined, etag: string) =>
  header?.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag) ?? false;

/** `GET /:file`: a stored picture, or one of its narrower widths, for good. */
export const serveRoutes: FastifyPluginAsync<{ store: ImageStore }> = async (app, { store }) => {
  async function findImage(file: string) {
    const name = parseImageName(file);
    if (!name) return undefined;
    // A picture that was narrower than the width asked for is its own best answer.
    for (const candidate of new Set([file, imageName({ hash: name.hash })])) {
      const bytes = await store.get(candidate).catch((cause) => {
        throw new Refusal('store-unavailable', { cause });
      });
      if (bytes) return { file: candidate, bytes };
    }
    return undefined;
  }

  app.get<{ Params: { file: string } }>('/:file', async (request, reply) => {
    const image = await findImage(request.params.file);
    if (!image) throw new Refusal('not-found');
    const etag = `"${image.file.replace('.webp', '')}"`;
    reply.headers({
      'cache-control': `public, max-age=${YEAR_SECONDS}, immutable`,
      etag,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
      'content-disposition': `inline; filename="${image.file}"`,
    });
    if (isNamed(request.headers['if-none-match'], etag)) return reply.code(304).send();
    return reply.type('image/webp').send(image.bytes);
  });
};
