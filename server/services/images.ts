import { join } from 'node:path';
import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { isPhotoOfAnAccount } from '#embedded/identity/accounts/pictures.ts';
import { deleteOldAttempts } from '#embedded/image-host/limits/limits.ts';
import { imageUploads, storedImages } from '#embedded/image-host/plugin.ts';
import { openFolderStore } from '#embedded/image-host/stores/folder-store.ts';
import { imageName, parseImageName } from '#embedded/image-host/stores/image-store.ts';
import type { ObjectStore } from '#embedded/image-host/stores/object-store.ts';
import { adoptImages, sweepImages } from '#embedded/image-host/sweep.ts';
import type { Config } from '#server/config/config.ts';
import { isBackupRunning } from '#server/database/settings/running-backups.ts';
import type { AllTables } from '#server/database/tables.ts';
import type { FileStore } from './file-store.ts';
import { isPictureUsed } from './picture-uses.ts';
import type { Services } from './service.ts';

type Options = {
  db: Kysely<AllTables>;
  now: () => number;
  originOf: (request: FastifyRequest) => string;
  /** The id of the one who uploads; null for a stranger. */
  personOf: (request: FastifyRequest) => Promise<string | null>;
};

const HOUR_MS = 60 * 60_000;
/** What a backup holds back is looked at again so much later. */
const AFTER_BACKUP_MS = 60_000;
const REACH_MS = 5000;
/** The name of none: no picture has this hash. */
const NO_PICTURE = imageName({ hash: '0'.repeat(64) });
/** The embedded host's key: public by nature, since every page carries it. */
const API_KEY = 'cadenza-web';

/**
 * The image host: pictures are uploaded to the address that the configuration names, else to the embedded
 * host. What was once uploaded here is served here in either case.
 */
export async function openImages(
  config: Config,
  { db, now, originOf, personOf }: Options,
): Promise<Services['images']> {
  const { uploadUrl, maxBytes } = config.images;
  const isReferenced = async (hash: string) =>
    (await isPictureUsed(db, `/i/${hash}`)) || isPhotoOfAnAccount(db, `/i/${hash}`);
  const mayDelete = async () => !(await isBackupRunning(db, now()));
  const host = { db, now, store: await openStore(config), isReferenced, mayDelete };
  return {
    client: await openFiles(config),
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
        restMs: AFTER_BACKUP_MS,
        run: async () => {
          await deleteOldAttempts(db, now());
          if (!(await mayDelete())) return 1;
          await adoptImages(host);
          while ((await sweepImages(host)) > 0) if (!(await mayDelete())) return 1;
          return 0;
        },
      },
    ],
  };
}

/**
 * Looks into the picture store, and whether another host for uploads answers; gives where pictures lie.
 * Throws what stands in the way.
 */
export async function reachImages(config: Config): Promise<string> {
  const { uploadUrl, s3 } = config.images;
  const store = await openStore(config);
  await store.get(NO_PICTURE);
  const lie = s3 ? `bucket ${s3.bucket}` : join(config.dataDir, 'images');
  if (!uploadUrl) return lie;
  const answer = await fetch(uploadUrl, { method: 'HEAD', signal: AbortSignal.timeout(REACH_MS) });
  if (answer.status >= 500) throw new Error(`${new URL(uploadUrl).host} answers ${answer.status}`);
  return `${new URL(uploadUrl).host}, and older ones in ${lie}`;
}

/** Whether a stored picture may have this name. */
export const isPictureName = (name: string) => parseImageName(name) !== undefined;

type Stored = { images: Pick<Config['images'], 's3'>; dataDir: string };

/** Where pictures are kept, and what is said of each where it is kept elsewhere. */
const PICTURES = {
  folder: 'images',
  prefix: '',
  headers: { 'content-type': 'image/webp', 'cache-control': 'public, max-age=31536000, immutable' },
};

/** The same of files, which are for those alone to whom the school gives them. */
const FILES = {
  folder: 'files',
  prefix: 'files/',
  headers: { 'content-type': 'application/octet-stream', 'cache-control': 'private, no-store' },
};

export const openStore = (stored: Stored): Promise<ObjectStore> => open(stored, PICTURES);

/** Where the files of lessons are kept: beside the pictures. */
export const openFiles = (stored: Stored): Promise<FileStore> => open(stored, FILES);

/** In the data folder, or where several machines share it; the S3 client is loaded only then. */
async function open({ images, dataDir }: Stored, { folder, ...kept }: typeof PICTURES): Promise<ObjectStore> {
  if (!images.s3) return openFolderStore(join(dataDir, folder));
  const { openS3Store } = await import('#embedded/image-host/stores/s3-store.ts');
  return openS3Store({ ...images.s3, ...kept, secretAccessKey: images.s3.secretAccessKey.reveal() });
}
