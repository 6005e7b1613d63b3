import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { S3StoreOptions } from '#embedded/image-host/stores/s3-store.ts';

const BUCKET = 'pictures';
const REGION = 'eu-central-1';
const KEYS = { accessKeyId: 'the-schools-key', secretAccessKey: 'the-schools-secret' };
/** The most that S3 lists at once. */
const PAGE = 1000;

type Refusal = [status: number, code: string];

/**
 * Starts a store with one empty bucket, for tests: the four calls that the image host makes of S3. It refuses
 * a request whose signature is not the one that AWS' documentation describes, or whose body is not the one
 * that was signed.
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
    if (!key) return response.end(listed(objects, url.searchParams));
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

function refusalOf(request: IncomingMessage, body: Buffer): Refusal | undefined {
  const given = request.headers.authorization ?? '';
  if (!given.includes(`Credential=${KEYS.accessKeyId}/`)) return [403, 'InvalidAccessKeyId'];
  if (given !== signatureOf(request, /SignedHeaders=([^,]+)/.exec(given)?.[1] ?? ''))
    return [403, 'SignatureDoesNotMatch'];
  const hash = createHash('sha256').update(body).digest('hex');
  return hash === request.headers['x-amz-content-sha256'] ? undefined : [400, 'XAmzContentSHA256Mismatch'];
}

/** AWS' Signature Version 4 ("Create a signed AWS API request"), for paths and queries that come encoded. */
function signatureOf({ method, url = '', headers }: IncomingMessage, signedHeaders: string): string {
  const [path = '', query = ''] = url.split('?');
  const parameters = query.split('&').sort().join('&');
  const moment = String(headers['x-amz-date']);
  const scope = [moment.slice(0, 8), REGION, 's3', 'aws4_request'];
  const canonicalHeaders = signedHeaders
    .split(';')
    .map((name) => `${name}:${String(headers[name]).trim()}\n`);
  const content = String(headers['x-amz-content-sha256']);
  const canonicalRequest = [method, path, parameters, canonicalHeaders.join(''), signedHeaders, content].join(
    '\n',
  );
  const hash = createHash('sha256').update(canonicalRequest).digest('hex');
  const text = ['AWS4-HMAC-SHA256', moment, scope.join('/'), hash].join('\n');
  const sign = (key: string | Buffer, part: string) => createHmac('sha256', key).update(part).digest();
  const signature = sign(scope.reduce<string | Buffer>(sign, `AWS4${KEYS.secretAccessKey}`), text);
  const credential = [KEYS.accessKeyId, ...scope].join('/');
  return `AWS4-HMAC-SHA256 Credential=${credential}, SignedHeaders=${signedHeaders}, Signature=${signature.toString('hex')}`;
}

/**
 * One page of a bucket in the order of its keys; a token is the key after which the next page goes on, and is
 * no plain text.
 */
function listed(objects: ReadonlyMap<string, Buffer>, query: URLSearchParams): string {
  const after = Buffer.from(query.get('continuation-token') ?? '', 'base64').toString();
  const prefix = query.get('prefix') ?? '';
  const rest = [...objects]
    .filter(([key]) => key > after && key.startsWith(prefix))
    .sort(([a], [b]) => (a < b ? -1 : 1));
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
