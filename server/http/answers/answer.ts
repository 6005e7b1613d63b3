import { hash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import {
  brotliCompress,
  brotliCompressSync,
  brotliDecompressSync,
  constants,
  gunzipSync,
  gzip,
  gzipSync,
} from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Encoding, preferredEncoding } from './encoding.ts';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** Of brotli and of gzip; what takes little effort takes a quarter of the time, and a quarter more of the wire. */
const QUALITY = { full: { br: 5, gzip: 6 }, little: { br: 1, gzip: 1 } };
/** Bytes up to which compressing with little effort takes less time than the way to another thread and back. */
const AT_ONCE_MAX = 256 * 1024;
/** Bytes from which compression pays; `scripts/build/pages.mjs` has the same. */
const COMPRESSED_FROM = 300;

/** Names and values in turn, as they are written. */
type Headers = readonly string[];

/** An answer in one content coding, as it leaves. */
type Form = { headers: Headers; body: Buffer };

/** An answer that many are given: its bytes in each content coding and all of their headers, made once. */
export type Answer = {
  readonly status: number;
  readonly etag: string;
  /** The headers of a 304, for a client that has the answer already. */
  readonly unchanged: Headers;
  /** Its bytes, not compressed. */
  body(): Buffer;
  form(encoding: Encoding): Form | Promise<Form>;
  /** How many bytes it holds in all codings: a body that is asked for compressed alone is not held otherwise. */
  size(): number;
};

type AnswerInput = {
  status: number;
  /** All but `etag` and what the content coding decides; to `vary` it is added. */
  headers: Readonly<Record<string, string>>;
  body: Buffer;
  /** False where compressing would not make it smaller. */
  isCompressible?: boolean;
  /** Bodies that were compressed before. */
  compressed?: { [E in Coded]?: Buffer };
  /** Little for what is likely to be another soon. */
  effort?: keyof typeof QUALITY;
};

type Coded = Exclude<Encoding, 'identity'>;

/** Prepares an answer for sending. */
export function toAnswer({
  status,
  headers: { vary, 'content-type': type = 'application/octet-stream', ...headers },
  body,
  isCompressible = true,
  compressed = {},
  effort = 'full',
}: AnswerInput): Answer {
  const etag = `W/"${hash('sha256', body, 'base64url').slice(0, 22)}"`;
  const isCoded = isCompressible && body.length > COMPRESSED_FROM;
  const varies = [...(isCoded ? ['accept-encoding'] : []), ...(vary ? [vary] : [])].join(', ');
  const unchanged = Object.entries({
    ...headers,
    ...(status === 200 && { etag }),
    ...(varies && { vary: varies }),
  }).flat();
  const held = new Map<Encoding, Form>();
  const making = new Map<Encoding, Promise<Form>>();
  let isPlainAsked = !isCoded;
  let size = 0;

  function drop(encoding: Encoding) {
    size -= held.get(encoding)?.body.length ?? 0;
    held.delete(encoding);
  }
  function hold(encoding: Encoding, made: Buffer): Form {
    const coded = ownBytes(made);
    const coding = encoding === 'identity' ? [] : ['content-encoding', encoding];
    const length = String(coded.length);
    const form = {
      headers: ['content-type', type, ...unchanged, ...coding, 'content-length', length],
      body: coded,
    };
    drop(encoding);
    held.set(encoding, form);
    size += coded.length;
    if (encoding !== 'identity' && !isPlainAsked) drop('identity');
    making.delete(encoding);
    return form;
  }
  // Nothing in here may name the body that was handed over: a function that does holds it for as long as the answer is kept.
  function bytes(): Buffer {
    const [plain, brotli, zipped] = (['identity', 'br', 'gzip'] as const).map((one) => held.get(one)?.body);
    return plain ?? (brotli ? brotliDecompressSync(brotli) : gunzipSync(zipped ?? ''));
  }
  function plain(): Form {
    isPlainAsked = true;
    return held.get('identity') ?? hold('identity', bytes());
  }
  function make(encoding: Coded): Form | Promise<Form> {
    const plainBytes = bytes();
    if (effort === 'little' && plainBytes.length <= AT_ONCE_MAX)
      return hold(encoding, compressNow(encoding, plainBytes));
    const made = compress(encoding, plainBytes).then((coded) => hold(encoding, coded));
    making.set(encoding, made);
    return made;
  }

  hold('identity', body);
  if (isCoded && compressed.br) hold('br', compressed.br);
  if (isCoded && compressed.gzip) hold('gzip', compressed.gzip);
  return {
    status,
    etag,
    unchanged,
    body: () => plain().body,
    form: (encoding) =>
      !isCoded || encoding === 'identity'
        ? plain()
        : (held.get(encoding) ?? making.get(encoding) ?? make(encoding)),
    size: () => size,
  };
}

/** A copy that owns its memory: small buffers of Node share one of 64 kB, which is kept as long as any of them. */
function ownBytes(bytes: Buffer): Buffer {
  if (bytes.length === bytes.buffer.byteLength) return bytes;
  const own = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(own);
  return own;
}

const brotliOptions = (quality: number, length: number) => ({
  params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: length },
});

/** When all that was to be compressed until now is done. */
let lastCompressed: Promise<unknown> = Promise.resolve();

/** One after the other: brotli takes some MB for each, and several at once make V8 collect its whole heap. A page is compressed sooner than the next is made. */
function compress(encoding: Coded, body: Buffer): Promise<Buffer> {
  const { br, gzip: level } = QUALITY.full;
  const made = lastCompressed.then(() =>
    encoding === 'gzip'
      ? compressGzip(body, { level })
      : compressBrotli(body, brotliOptions(br, body.length)),
  );
  lastCompressed = made.catch(() => {});
  return made;
}

/** Of what is short. */
function compressNow(encoding: Coded, body: Buffer): Buffer {
  const { br, gzip: level } = QUALITY.little;
  return encoding === 'gzip'
    ? gzipSync(body, { level })
    : brotliCompressSync(body, brotliOptions(br, body.length));
}

/**
 * Writes an answer in the coding that the request prefers; 304 where the client has it already (RFC 9110, section 13.1.2). Its headers go
 * out as they are, with the name of the request. Gives a promise where it must be compressed first.
 */
export function writeAnswer(
  { method, headers: asked }: IncomingMessage,
  response: ServerResponse,
  answer: Answer,
  requestId: string,
): void | Promise<void> {
  if (answer.status === 200 && isKnown(asked['if-none-match'], answer.etag))
    return write(304, { headers: answer.unchanged });
  const form = answer.form(preferredEncoding(asked['accept-encoding']));
  if (form instanceof Promise) return form.then((made) => write(answer.status, made));
  write(answer.status, form);

  function write(status: number, { headers, body }: { headers: Headers; body?: Buffer }) {
    response.writeHead(status, [...headers, 'x-request-id', requestId]);
    response.end(method === 'HEAD' ? undefined : body);
  }
}

/** Sends an answer past the hooks and headers of the reply: that is half of what sending one costs. */
export function sendAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Answer,
): void | Promise<void> {
  reply.hijack();
  return writeAnswer(request.raw, reply.raw, answer, request.id);
}

const opaque = (tag: string) => tag.trim().replace(/^W\//, '');

/** Whether `If-None-Match` names this tag; compared weakly, since proxies weaken tags. */
function isKnown(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (header === etag || header.trim() === '*') return true;
  return header.split(',').some((tag) => opaque(tag) === opaque(etag));
}
