import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import { ImageRefused, ImageUploaded } from '#contract/protocols/image-host.ts';
import type { ImageHostOptions } from '#embedded/image-host/options.ts';
import { imageUploads, storedImages } from '#embedded/image-host/plugin.ts';
import { openFolderStore } from '#embedded/image-host/stores/folder-store.ts';
import { sweepImages } from '#embedded/image-host/sweep.ts';
import { type ImageTables, imageTables } from '#embedded/image-host/tables.ts';
import { openServiceDatabase } from '#tests/support/service-database.ts';

export const KEY = 'test-key';

/** `as` is the person who uploads, `from` the address. */
type UploadAs = { name?: string; type?: string; as?: string; from?: string };

/**
 * Starts an image host on a folder of its own and a free port, for tests; `await using` ends and removes it.
 */
export async function startHost(options: Partial<ImageHostOptions> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'image-host-'));
  const database = await openServiceDatabase<ImageTables>(imageTables);
  const app = Fastify({ forceCloseConnections: true, trustProxy: true });
  const opened: ImageHostOptions = {
    db: database.db,
    store: options.store ?? (await openFolderStore(folder)),
    personOf: async ({ headers }) => /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? null,
    isReferenced: async () => false,
    apiKey: KEY,
    originOf: (request) => `${request.protocol}://${request.host}`,
    now: Date.now,
    maxStoreBytes: 100_000_000,
    rateLimitFactor: 1000,
    ...options,
  };
  await app.register(imageUploads, opened);
  await app.register(storedImages, opened);
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });

  const post = (body: FormData | URLSearchParams | string, query = `key=${KEY}`, headers = {}) =>
    fetch(`${origin}/images/1/upload?${query}`, { method: 'POST', body, headers });

  return {
    app,
    folder,
    origin,
    post,
    db: database.db,
    sweep: () => sweepImages(opened),

    /** Uploads bytes as the form's file `image`. */
    upload(
      bytes: Uint8Array<ArrayBuffer>,
      { name = 'picture.png', type = 'image/png', as, from }: UploadAs = {},
    ) {
      const form = new FormData();
      form.set('image', new File([bytes], name, { type }));
      const headers = {
        ...(as && { authorization: `Bearer ${as}` }),
        ...(from && { 'x-forwarded-for': from }),
      };
      return post(form, undefined, headers);
    },

    async [Symbol.asyncDispose]() {
      await app.close();
      await database.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The answer to a successful upload, checked against the protocol. */
export async function uploaded(response: Response) {
  const body = await response.json();
  if (response.status !== 200) throw new Error(`${response.status} ${JSON.stringify(body)}`);
  return ImageUploaded.parse(body).data;
}

/** Status, code and sentence of a refused upload, checked against the protocol. */
export async function refused(response: Response) {
  const { status_code, error } = ImageRefused.strict().parse(await response.json());
  if (status_code !== response.status) throw new Error(`${status_code} is not ${response.status}`);
  return { status: status_code, ...error };
}
