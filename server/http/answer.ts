import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Encoding, preferredEncoding } from './encoding.ts';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

const BROTLI_QUALITY = 5;
/** Bytes from which compression pays; `scripts/build-pages.mjs` has the same. */
const COMPRESSED_FROM = 300;

/** Names and values in turn, as they are written. */
type Headers = readonly string[];

/** An answer in one content coding, as it leaves. */
type Form = { headers: Headers; body: Buffer };

/** An answer that many are given: its bytes in each content coding and all of their headers, made once. */
export type Answer = {
  readonly status: number;
  /** Not compressed. */
  readonly body: Buffer;
  readonly etag: string;
  /** The headers of a 304, for a client that has the answer already. */
  readonly unchanged: Headers;
  form(encoding: Encoding): Form | Promise<Form>;
};

type AnswerInput = {
  status: number;
  /** All but `etag` and what the content coding decides; to `vary` it is added. */
  headers: Readonly<Record<string, string>>;
  body: Buffer;
  /** False where compressing would not make it smaller. */
  isCompressible?: boolean;
  /** Bodies that were compressed before. */
  compressed?: { [E in Encoding]?: Buffer };
};

/** Prepares an answer for sending. */
export function toAnswer({
  status,
  headers: { vary, 'content-type': type = 'application/octet-stream', ...headers },
  body,
  isCompressible = true,
  compressed = {},
}: AnswerInput): Answer {
  const etag = `W/"${hash('sha256', body, 'base64url').slice(0, 22)}"`;
  const isCoded = isCompressible && body.length > COMPRESSED_FROM;
  const varies = [...(isCoded ? ['accept-encoding'] : []), ...(vary ? [vary] : [])].join(', ');
  const unchanged = Object.entries({
    ...headers,
    ...(status === 200 && { etag }),
    ...(varies && { vary: varies }),
  }).flat();
  const formOf = (encoding: Encoding, coded: Buffer): Form => {
    const coding = encoding === 'identity' ? [] : ['content-encoding', encoding];
    const length = String(coded.length);
    return {
      headers: ['content-type', type, ...unchanged, ...coding, 'content-length', length],
      body: coded,
    };
  };
  const identity = formOf('identity', body);
  const forms = new Map<Encoding, Form | Promise<Form>>();

  return {
    status,
    body,
    etag,
    unchanged,
    form(encoding) {
      if (!isCoded || encoding === 'identity') return identity;
      const known = forms.get(encoding);
      if (known) return known;
      const ready = compressed[encoding];
      const making = ready ? formOf(encoding, ready) : compress(encoding, body).then(keep);
      forms.set(encoding, making);
      return making;

      function keep(coded: Buffer): Form {
        const made = formOf(encoding, coded);
        forms.set(encoding, made);
        return made;
      }
    },
  };
}

async function compress(encoding: Exclude<Encoding, 'identity'>, body: Buffer): Promise<Buffer> {
  if (encoding === 'gzip') return compressGzip(body);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  };
  return compressBrotli(body, { params });
}

/**
 * Sends an answer in the coding that the request prefers; 304 where the client has it already (RFC 9110, section 13.1.2). Its headers go
 * out as they are, past the hooks and headers of the reply: that is half of what sending one costs. Gives a promise where it must be compressed first.
 */
export function sendAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Answer,
): void | Promise<void> {
  const { method, headers } = request.raw;
  if (answer.status === 200 && isKnown(headers['if-none-match'], answer.etag))
    return write(304, { headers: answer.unchanged });
  const form = answer.form(preferredEncoding(headers['accept-encoding']));
  if (form instanceof Promise) return form.then((made) => write(answer.status, made));
  write(answer.status, form);

  function write(status: number, { headers, body }: { headers: Headers; body?: Buffer }) {
    reply.hijack();
    reply.raw.writeHead(status, headers.concat('x-request-id', request.id));
    reply.raw.end(method === 'HEAD' ? undefined : body);
  }
}

const opaque = (tag: string) => tag.trim().replace(/^W\//, '');

/** Whether `If-None-Match` names this tag; compared weakly, since proxies weaken tags. */
function isKnown(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (header === etag || header.trim() === '*') return true;
  return header.split(',').some((tag) => opaque(tag) === opaque(etag));
}
