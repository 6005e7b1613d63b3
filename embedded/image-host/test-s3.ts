import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { sign } from 'aws4';
import type { S3StoreOptions } from './s3-store.ts';

const BUCKET = 'pictures';
const REGION = 'eu-central-1';
const KEYS = { accessKeyId: 'the-schools-key', secretAccessKey: 'the-schools-secret' };
/** The most that S3 lists at once. */
const PAGE = 1000;

type Refusal = [status: number, code: string];

/**
 * Starts a store with one empty bucket, for tests: the four calls that the image host makes of S3. It refuses a request whose
 * signature is not the one that another library makes of the same request, or whose body is not the one that was signed.
 */
export async function startS3() {
  const objects = new Map<string, Buffer>();
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    const url = new URL(request.url ?? '/', 'http://s3');
    const [, bucket, ...path] = url.pathname.split('/');
    const key = decodeURIComponent(path.join('/'));
    const refused = refusalOf(request, body) ?? (bucket === BUCKET ? undefined : [404, 'NoSuchBucket']);
    if (refused) return refuse(response, refused);
    if (request.method === 'PUT') objects.set(key, body);
    if (request.method === 'DELETE') objects.delete(key);
    if (request.method !== 'GET') return response.end();
    if (!key) return response.end(listed(objects, url.searchParams.get('continuation-token') ?? ''));
    const object = objects.get(key);
    return object ? response.end(object) : refuse(response, [404, 'NoSuchKey']);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const options: S3StoreOptions = {
    endpoint: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    region: REGION,
    bucket: BUCKET,
    ...KEYS,
  };
  return {
    options,
    async [Symbol.asyncDispose]() {
      if (!server.listening) return;
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

function refusalOf({ method, url, headers }: IncomingMessage, body: Buffer): Refusal | undefined {
  const given = headers.authorization ?? '';
  if (!given.includes(`Credential=${KEYS.accessKeyId}/`)) return [403, 'InvalidAccessKeyId'];
  const signed = /SignedHeaders=([^,]+)/.exec(given)?.[1]?.split(';') ?? [];
  const expected = sign(
    {
      method,
      path: url,
      service: 's3',
      region: REGION,
      headers: Object.fromEntries(signed.map((name) => [name, headers[name]])),
    },
    KEYS,
  );
  if (expected.headers?.Authorization !== given) return [403, 'SignatureDoesNotMatch'];
  const hash = createHash('sha256').update(body).digest('hex');
  return hash === headers['x-amz-content-sha256'] ? undefined : [400, 'XAmzContentSHA256Mismatch'];
}

/** One page of a bucket in the order of its keys; a token is the key after which the next page goes on, and is no plain text. */
function listed(objects: ReadonlyMap<string, Buffer>, token: string): string {
  const after = Buffer.from(token, 'base64').toString();
  const rest = [...objects].filter(([key]) => key > after).sort(([a], [b]) => (a < b ? -1 : 1));
  const page = rest.slice(0, PAGE);
  const last = page.at(-1)?.[0] ?? '';
  const contents = page.map(
    ([key, { length }]) => `<Contents><Key>${encodeURIComponent(key)}</Key><Size>${length}</Size></Contents>`,
  );
  const next =
    rest.length > PAGE
      ? `<NextContinuationToken>${Buffer.from(last).toString('base64')}</NextContinuationToken>`
      : '';
  return `<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult>${contents.join('\n')}${next}</ListBucketResult>`;
}

function refuse(response: ServerResponse, [status, code]: Refusal) {
  response.statusCode = status;
  response.end(
    `<?xml version="1.0"?>\n<Error><Code>${code}</Code><Message>Refused &amp; said so.</Message></Error>`,
  );
}
