import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Encoding } from './encoding.ts';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** How long a page may be shown again without asking whether the school changed; a backstop, since writes clear the cache. */
const FRESH_MS = 5000;
const PAGES_KEPT = 500;
const BROTLI_QUALITY = 5;

/** A page as it leaves: bodies per content coding, made once and kept. */
export type Page = {
  status: number;
  headers: Record<string, string>;
  html: Buffer;
  etag: string;
  /** sha256 of each inline script, base64, for the Content-Security-Policy. */
  scriptHashes: string[];
  body(encoding: Encoding): Promise<Buffer>;
};

const INLINE_SCRIPT = /<script(?![^>]*\bsrc=)(?![^>]*application\/ld\+json)[^>]*>([\s\S]*?)<\/script>/g;

/** Prepares a rendered page for sending. */
export function toPage(status: number, headers: Record<string, string>, html: Buffer): Page {
  const scripts = html.toString('utf8').matchAll(INLINE_SCRIPT);
  const bodies = new Map<Encoding, Promise<Buffer>>();
  return {
    status,
    headers,
    html,
    etag: `W/"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`,
    scriptHashes: [...scripts].map(([, script = '']) => createHash('sha256').update(script).digest('base64')),
    body(encoding) {
      const made = bodies.get(encoding) ?? compress(encoding, html);
      bodies.set(encoding, made);
      return made;
    },
  };
}

async function compress(encoding: Encoding, html: Buffer): Promise<Buffer> {
  if (encoding === 'gzip') return compressGzip(html);
  if (encoding === 'br') {
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: html.length,
    };
    return compressBrotli(html, { params });
  }
  return html;
}

/**
 * Keeps whole pages, since a public page is the same for everybody. One render at a time for a key; `clear` after every
 * write drops renders under way too, so that nothing older than the write is ever kept.
 */
export function pageCache({ now }: { now: () => number }) {
  let kept = new Map<string, { page: Promise<Page>; madeAt: number }>();

  return {
    async get(key: string, render: () => Promise<Page>): Promise<Page> {
      const known = kept.get(key);
      if (known && now() - known.madeAt < FRESH_MS) return known.page;
      const generation = kept;
      const page = render();
      if (kept.size >= PAGES_KEPT) kept.delete(kept.keys().next().value ?? '');
      generation.set(key, { page, madeAt: now() });
      const forget = () => generation.delete(key);
      page.then(({ status }) => status === 200 || forget(), forget);
      return page;
    },
    clear() {
      kept = new Map();
    },
  };
}

export type PageCache = ReturnType<typeof pageCache>;
