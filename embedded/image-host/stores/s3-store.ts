import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { AwsClient } from 'aws4fetch';
import type { ObjectStore } from './object-store.ts';

export type S3StoreOptions = {
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /**
   * Base URL of a store other than Amazon's; the bucket is then part of the path instead of the host name.
   */
  endpoint?: string;
  /** What the keys of this store's objects begin with in the bucket; nothing when absent. */
  prefix?: string;
  /** What the store says of each object to who reads it there. */
  headers?: Readonly<Record<string, string>>;
};

type Sending = {
  body?: Uint8Array<ArrayBuffer> | Blob;
  sent?: Readonly<Record<string, string>>;
  signal?: AbortSignal;
};

const ANSWER_MS = 10_000;
/** The slowest way to the store for which an object is still waited for. */
const BYTES_PER_MS = 100;
/** How often a call that the store answers with 429 or 5xx is made again; every call here may be repeated. */
const RETRIES = 2;

/** Keeps objects in an existing bucket of Amazon S3 or any store that speaks its protocol. */
export function openS3Store({
  bucket,
  accessKeyId,
  secretAccessKey,
  region,
  endpoint,
  prefix = '',
  headers = {},
}: S3StoreOptions): ObjectStore {
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: RETRIES });
  const base = endpoint
    ? `${endpoint.replace(/\/$/, '')}/${bucket}/`
    : `https://${bucket}.s3.${region}.amazonaws.com/`;

  async function call(
    method: 'PUT' | 'GET' | 'DELETE',
    path: string,
    { body, sent, signal }: Sending = {},
  ): Promise<Response> {
    const size = body instanceof Blob ? body.size : (body?.length ?? 0);
    return client.fetch(base + path, {
      method,
      body,
      headers: { ...sent, 'x-amz-content-sha256': await hashOf(body) },
      signal: signal ?? AbortSignal.timeout(ANSWER_MS + Math.ceil(size / BYTES_PER_MS)),
    });
  }

  const keyOf = (name: string) => pathOf(prefix + name);

  return {
    async put(name, body) {
      const answer = await call('PUT', keyOf(name), {
        body: body instanceof Blob ? body : Uint8Array.from(body),
        sent: headers,
      });
      if (!answer.ok) throw await refusal(answer);
    },

    async get(name) {
      const answer = await call('GET', keyOf(name));
      return (await isThere(answer)) ? new Uint8Array(await answer.arrayBuffer()) : undefined;
    },

    async open(name) {
      // Only its beginning is waited for: the rest takes as long as its reader.
      const slow = new AbortController();
      const timer = setTimeout(() => slow.abort(), ANSWER_MS);
      const answer = await call('GET', keyOf(name), { signal: slow.signal }).finally(() =>
        clearTimeout(timer),
      );
      return (await isThere(answer)) && answer.body ? Readable.fromWeb(answer.body) : undefined;
    },

    async delete(name) {
      const answer = await call('DELETE', keyOf(name));
      if (!answer.ok) throw await refusal(answer);
    },

    async *list() {
      let token: string | undefined;
      do {
        const query = new URLSearchParams({ 'list-type': '2', 'encoding-type': 'url' });
        if (prefix) query.set('prefix', prefix);
        if (token) query.set('continuation-token', token);
        const answer = await call('GET', `?${query}`);
        if (!answer.ok) throw await refusal(answer);
        const page = await answer.text();
        for (const [, object = ''] of page.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
          // The store was asked to encode keys as in an address, where a space may be a plus.
          const key = decodeURIComponent(element(object, 'Key').replaceAll('+', ' '));
          yield { name: key.slice(prefix.length), bytes: Number(element(object, 'Size')) };
        }
        token = element(page, 'NextContinuationToken');
      } while (token);
    },
  };
}

async function hashOf(body: Uint8Array | Blob | undefined): Promise<string> {
  const hash = createHash('sha256');
  if (body instanceof Blob) for await (const chunk of body.stream()) hash.update(chunk);
  else hash.update(body ?? '');
  return hash.digest('hex');
}

/** Whether the object that was asked for is there. Throws what else the store says. */
async function isThere(answer: Response): Promise<boolean> {
  if (answer.ok) return true;
  const error = await refusal(answer);
  if (error.code === 'NoSuchKey') return false;
  throw error;
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
