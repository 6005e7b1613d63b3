import { createHash } from 'node:crypto';
import { AwsClient } from 'aws4fetch';
import type { ImageStore } from './image-store.ts';

export type S3StoreOptions = {
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /**
   * Base URL of a store other than Amazon's; the bucket is then part of the path instead of the host name.
   */
  endpoint?: string;
};

const ANSWER_MS = 10_000;
/** How often a call that the store answers with 429 or 5xx is made again; every call here may be repeated. */
const RETRIES = 2;

/** Keeps pictures as objects of an existing bucket of Amazon S3 or any store that speaks its protocol. */
export function openS3Store({
  bucket,
  accessKeyId,
  secretAccessKey,
  region,
  endpoint,
}: S3StoreOptions): ImageStore {
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: RETRIES });
  const base = endpoint
    ? `${endpoint.replace(/\/$/, '')}/${bucket}/`
    : `https://${bucket}.s3.${region}.amazonaws.com/`;

  async function call(
    method: 'PUT' | 'GET' | 'DELETE',
    path: string,
    { body, headers }: { body?: Uint8Array<ArrayBuffer>; headers?: Record<string, string> } = {},
  ): Promise<Response> {
    const hash = createHash('sha256')
      .update(body ?? '')
      .digest('hex');
    return client.fetch(base + path, {
      method,
      body,
      headers: { ...headers, 'x-amz-content-sha256': hash },
      signal: AbortSignal.timeout(ANSWER_MS),
    });
  }

  return {
    async put(name, bytes) {
      const answer = await call('PUT', pathOf(name), {
        body: Uint8Array.from(bytes),
        headers: { 'content-type': 'image/webp', 'cache-control': 'public, max-age=31536000, immutable' },
      });
      if (!answer.ok) throw await refusal(answer);
    },

    async get(name) {
      const answer = await call('GET', pathOf(name));
      if (answer.ok) return new Uint8Array(await answer.arrayBuffer());
      const error = await refusal(answer);
      if (error.code === 'NoSuchKey') return undefined;
      throw error;
    },

    async delete(name) {
      const answer = await call('DELETE', pathOf(name));
      if (!answer.ok) throw await refusal(answer);
    },

    async *list() {
      let token: string | undefined;
      do {
        const query = new URLSearchParams({ 'list-type': '2', 'encoding-type': 'url' });
        if (token) query.set('continuation-token', token);
        const answer = await call('GET', `?${query}`);
        if (!answer.ok) throw await refusal(answer);
        const page = await answer.text();
        for (const [, object = ''] of page.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
          // The store was asked to encode keys as in an address, where a space may be a plus.
          const name = decodeURIComponent(element(object, 'Key').replaceAll('+', ' '));
          yield { name, bytes: Number(element(object, 'Size')) };
        }
        token = element(page, 'NextContinuationToken');
      } while (token);
    },
  };
}

const pathOf = (name: string) => name.split('/').map(encodeURIComponent).join('/');

/** A store said no; `code` is its own word for why. */
class S3Refusal extends Error {
  override name = 'S3Refusal';
  readonly code: string;

  constructor(status: number, body: string) {
    const code = element(body, 'Code');
    super(`The S3 store answered ${status}: ${code} ${element(body, 'Message')}`);
    this.code = code;
  }
}

const refusal = async (answer: Response) => new S3Refusal(answer.status, await answer.text());

const ENTITIES: { readonly [name: string]: string } = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** The text of the first element of this name; empty where there is none. */
function element(xml: string, name: string): string {
  const text = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? '';
  return text.replace(/&(\w+);/g, (entity, known: string) => ENTITIES[known] ?? entity);
}
