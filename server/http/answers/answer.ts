import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Encoding, preferredEncoding } from './encoding.ts';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

const BROTLI_QUALITY = 5;
/** Bytes from which compression pays; `scripts/build/pages.mjs` has the same. */
const COMPRESSED_FROM = 300;

/** Names and values in turn, as `writeHead` takes them. */
type Headers = readonly string[];

/** An answer in one content coding, as it leaves. */
type Form = { headers: Headers; body: Buffer };

/**
 * An answer that many are given: its headers made once, its bytes once for each content coding that a client
 * asks for.
 */
export type Answer = {
  readonly status: number;
  readonly etag: string;
  /** The headers of a 304, for a client that has the answer already. */
  readonly unchanged: Headers;
  /** Its bytes, not compressed. */
  readonly body: Buffer;
  /** How many bytes it holds at most: compressed bodies together are shorter than the plain one. */
  readonly size: number;
  /** As it is sent in this coding, or plain where it cannot be compressed; never rejects. */
  form(encoding: Encoding): Form | Promise<Form>;
};

type AnswerInput = {
  status: number;
  /** All but `etag` and what the content coding decides; to `vary` it is added. */
  headers: Readonly<Record<string, string>>;
  body: Buffer;
  /** False where compressing would not make it smaller. */
  isCompressible?: boolean;
  /** Its body, where it was compressed before. */
  brotli?: Buffer | undefined;
};

type Coded = Exclude<Encoding, 'identity'>;

/** Prepares an answer for sending. */
export function toAnswer({
  status,
  headers: { vary, 'content-type': type = 'application/octet-stream', ...headers },
  body: made,
  isCompressible = true,
  brotli,
}: AnswerInput): Answer {
  const body = ownBytes(made);
  const etag = `W/"${hash('sha256', body, 'base64url').slice(0, 22)}"`;
  const isCoded = isCompressible && body.length > COMPRESSED_FROM;
  const varies = [...(isCoded ? ['accept-encoding'] : []), ...(vary ? [vary] : [])].join(', ');
  const unchanged = Object.entries({
    ...headers,
    ...(status === 200 && { etag }),
    ...(varies && { vary: varies }),
  }).flat();
  const formOf = (body: Buffer, coding: Headers = []): Form => ({
    headers: ['content-type', type, ...unchanged, ...coding, 'content-length', String(body.length)],
    body,
  });
  const plain = formOf(body);
  const codedForm = (encoding: Coded, bytes: Buffer) =>
    formOf(ownBytes(bytes), ['content-encoding', encoding]);
  const coded = new Map<Coded, Form | Promise<Form>>();
  if (brotli) coded.set('br', codedForm('br', brotli));

  function code(encoding: Coded): Promise<Form> {
    const making = compress(encoding, body).then(
      (bytes) => {
        const form = codedForm(encoding, bytes);
        coded.set(encoding, form);
        return form;
      },
      () => {
        coded.delete(encoding);
        return plain;
      },
    );
    coded.set(encoding, making);
    return making;
  }

  return {
    status,
    etag,
    unchanged,
    body,
    size: isCoded ? 2 * body.length : body.length,
    form: (encoding) =>
      isCoded && encoding !== 'identity' ? (coded.get(encoding) ?? code(encoding)) : plain,
  };
}

/** Copies a small buffer, which Node cuts from a shared block: keeping it would keep the whole block. */
function ownBytes(bytes: Buffer): Buffer {
  if (bytes.length === bytes.buffer.byteLength) return bytes;
  const own = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(own);
  return own;
}

/** When everything that was to be compressed until now is done. */
let lastCompressed: Promise<unknown> = Promise.resolve();

/** One after the other: brotli takes some MB for each, and several at once make V8 collect its whole heap. */
function compress(encoding: Coded, body: Buffer): Promise<Buffer> {
  const made = lastCompressed.then(() => (encoding === 'gzip' ? compressGzip(body) : toBrotli(body)));
  lastCompressed = made.catch(() => {});
  return made;
}

const toBrotli = (body: Buffer) =>
  compressBrotli(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    },
  });

/**
 * Sends an answer in the coding that the request prefers; 304 where the client has it already (RFC 9110,
 * section 13.1.2). Its headers are written as they are, past the hooks and headers of the reply, which is
 * half of what sending one costs. Gives a promise where the answer must be compressed first.
 */
export function sendAnswer(
  { id, method, headers: asked }: FastifyRequest,
  reply: FastifyReply,
  answer: Answer,
): void | Promise<void> {
  reply.hijack();
  if (answer.status === 200 && isKnown(asked['if-none-match'], answer.etag))
    return write(304, { headers: answer.unchanged });
  const form = answer.form(preferredEncoding(asked['accept-encoding']));
  if (form instanceof Promise) return form.then((made) => write(answer.status, made));
  write(answer.status, form);

  function write(status: number, { headers, body }: { headers: Headers; body?: Buffer }) {
    reply.raw.writeHead(status, [...headers, 'x-request-id', id]);
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
