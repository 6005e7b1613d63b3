import { join } from 'node:path';
import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { isPhotoOfAnAccount } from '#embedded/identity/pictures.ts';
import { openFolderStore } from '#embedded/image-host/folder-store.ts';
import type { ImageStore } from '#embedded/image-host/image-store.ts';
import { imageUploads, storedImages } from '#embedded/image-host/plugin.ts';
import { adoptImages, sweepImages } from '#embedded/image-host/sweep.ts';
import type { Config } from '#server/config/config.ts';
import { isPictureUsed } from '#server/database/pictures.ts';
import type { AllTables } from '#server/database/tables.ts';
import type { Services } from './service.ts';

type Options = {
  db: Kysely<AllTables>;
  now: () => number;
  originOf: (request: FastifyRequest) => string;
  /** The id of the one who uploads; null for a stranger. */
  personOf: (request: FastifyRequest) => Promise<string | null>;
};

const HOUR_MS = 60 * 60_000;
/** The embedded host's key: public by nature, since every page carries it. */
const API_KEY = 'cadenza-web';

/**
 * The image host: pictures are uploaded to the address that the configuration names, else to the embedded host. What was once uploaded here
 * is served here in either case.
 */
export async function openImages(
  config: Config,
  { db, now, originOf, personOf }: Options,
): Promise<Services['images']> {
  const { uploadUrl, maxBytes } = config.images;
  const isReferenced = async (hash: string) =>
    (await isPictureUsed(db, `/i/${hash}`)) || isPhotoOfAnAccount(db, `/i/${hash}`);
  const host = { db, now, store: await openStore(config), isReferenced };
  return {
    client: null,
    browserConfig: (origin) => ({ uploadUrl: uploadUrl ?? `${origin}/images/1/upload?key=${API_KEY}` }),
    contentSources: { connect: uploadUrl ? [new URL(uploadUrl).origin] : [] },
    mount: async (app) => {
      await app.register(storedImages, host);
      if (uploadUrl) return;
      await app.register(imageUploads, {
        ...host,
        personOf,
        apiKey: API_KEY,
        originOf,
        maxStoreBytes: maxBytes,
        rateLimitFactor: config.rateLimitFactor,
      });
    },
    jobs: [
      {
        name: 'image-sweep',
        everyMs: HOUR_MS,
        run: async () => {
          await adoptImages(host);
          while ((await sweepImages(host)) > 0);
          return 0;
        },
      },
    ],
  };
}

/** Pictures in the data folder, or where several machines share them; the S3 client is loaded only then. */
async function openStore({ images, dataDir }: Config): Promise<ImageStore> {
  if (!images.s3) return openFolderStore(join(dataDir, 'images'));
  const { openS3Store } = await import('#embedded/image-host/s3-store.ts');
  return openS3Store({ ...images.s3, secretAccessKey: images.s3.secretAccessKey.reveal() });
}
