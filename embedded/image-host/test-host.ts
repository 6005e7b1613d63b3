import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import { ImageRefused, ImageUploaded } from '#contract/protocols/image-host.ts';
import { openFolderStore } from './folder-store.ts';
import { type ImageHostOptions, imageHostService } from './plugin.ts';

export const KEY = 'test-key';

/** Starts an image host on a folder of its own and a free port, for tests; `await using` ends and removes it. */
export async function startHost(options: Partial<ImageHostOptions> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'image-host-'));
  const app = Fastify({ forceCloseConnections: true });
  await app.register(imageHostService, {
    store: options.store ?? (await openFolderStore(folder)),
    apiKey: KEY,
    originOf: (request) => `${request.protocol}://${request.host}`,
    now: Date.now,
    maxStoreBytes: 100_000_000,
    rateLimitFactor: 1000,
    ...options,
  });
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });

  const post = (body: FormData | URLSearchParams | string, query = `key=${KEY}`) =>
    fetch(`${origin}/images/1/upload?${query}`, { method: 'POST', body });

  return {
    app,
    folder,
    origin,
    post,

    /** Uploads bytes as the form's file `image`. */
    upload(bytes: Uint8Array<ArrayBuffer>, { name = 'picture.png', type = 'image/png' } = {}) {
      const form = new FormData();
      form.set('image', new File([bytes], name, { type }));
      return post(form);
    },

    async [Symbol.asyncDispose]() {
      await app.close();
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
