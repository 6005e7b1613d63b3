import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import { IMAGE_LIMITS } from '#contract/protocols/image-sizes.ts';
import { Refusal } from '#embedded/image-host/errors.ts';

const MAX_IMAGE_BYTES = IMAGE_LIMITS.bytes;
/** The same picture as base64, with a `data:` prefix and the other fields to spare. */
const MAX_TEXT_BYTES = Math.ceil(MAX_IMAGE_BYTES / 3) * 4 + 64 * 1024;

export type Upload = { source: Uint8Array | undefined; key: string | undefined; title: string | undefined };

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

function fromText(text: string): Uint8Array {
  if (text.length > MAX_TEXT_BYTES) throw new Refusal('too-large');
  const value = text.trim();
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(value)) throw new Refusal('url-source');
  // Blanks are removed first: matched together with them, a hostile text would take quadratic time.
  const base64 = value.replace(/^data:[^,;]{0,100};base64,/, '').replaceAll(/\s+/g, '');
  if (!BASE64.test(base64)) throw new Refusal('not-an-image');
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length > MAX_IMAGE_BYTES) throw new Refusal('too-large');
  return bytes;
}

const withoutExtension = (filename: string | undefined) => filename?.replace(/\.[^.]{0,10}$/, '');

async function readMultipart(request: FastifyRequest): Promise<Upload> {
  const upload: Upload = { source: undefined, key: undefined, title: undefined };
  let filename: string | undefined;
  const limits = { fileSize: MAX_IMAGE_BYTES, fieldSize: MAX_TEXT_BYTES, files: 1, fields: 10, parts: 11 };
  for await (const part of request.parts({ limits })) {
    if (part.type === 'file') {
      const bytes = await part.toBuffer();
      if (part.fieldname !== 'image') continue;
      upload.source = bytes;
      filename = part.filename;
    } else if (typeof part.value === 'string') {
      if (part.valueTruncated) throw new Refusal('too-large');
      if (part.fieldname === 'image') upload.source = fromText(part.value);
      if (part.fieldname === 'key') upload.key = part.value;
      if (part.fieldname === 'name') upload.title = part.value;
    }
  }
  return { ...upload, title: upload.title ?? withoutExtension(filename) };
}

async function readForm(request: FastifyRequest): Promise<Upload> {
  const chunks: Buffer[] = [];
  let size = 0;
  // `+` and `=` take three bytes each here, so the text may be longer than its value.
  // A plain loop left early destroys the request; this one leaves the rest to the server to read off.
  for await (const chunk of request.raw.iterator({ destroyOnReturn: false })) {
    size += chunk.length;
    if (size > MAX_TEXT_BYTES * 1.2) throw new Refusal('too-large');
    chunks.push(chunk);
  }
  const form = new URLSearchParams(Buffer.concat(chunks).toString());
  // An unescaped `+` arrives as a space.
  const image = form.get('image')?.replaceAll(' ', '+');
  return {
    source: image === undefined ? undefined : fromText(image),
    key: form.get('key') ?? undefined,
    title: form.get('name') ?? undefined,
  };
}

const isVendorCode = (error: unknown, code: string) =>
  error instanceof Error && 'code' in error && error.code === code;

async function readBody(request: FastifyRequest): Promise<Upload> {
  try {
    if (request.isMultipart()) return await readMultipart(request);
    if (request.headers['content-type']?.startsWith('application/x-www-form-urlencoded'))
      return await readForm(request);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal(isVendorCode(error, 'FST_REQ_FILE_TOO_LARGE') ? 'too-large' : 'bad-form', {
      cause: error,
    });
  }
  throw new Refusal('empty-source');
}

/**
 * Reads an upload as the vendor does: the field `image` as a file, or as base64 in a multipart or URL-encoded
 * form; at most 8 MB of picture, counted as it comes in. Throws `too-slow` when the body is not in after
 * `withinMs`.
 */
export async function readUpload(request: FastifyRequest, withinMs: number): Promise<Upload> {
  const done = new AbortController();
  try {
    return await Promise.race([
      readBody(request),
      sleep(withinMs, undefined, { signal: done.signal, ref: false }).then(() => {
        throw new Refusal('too-slow');
      }),
    ]);
  } finally {
    done.abort();
  }
}
