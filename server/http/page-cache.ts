import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { PublicContent } from '#contract/endpoint.ts';
import type { Encoding } from './encoding.ts';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** How long a page may be shown again without asking whether the school changed; a backstop, since changes are told. */
const FRESH_MS = 5000;
const MAX_BYTES = 32 * 1024 * 1024;
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

type Entry = { page: Promise<Page>; shown: Set<PublicContent>; madeAt: number; bytes: number };

/** Both compressed bodies of a page together come to less than half of it. */
const costOf = ({ html }: Page) => Math.ceil(html.length * 1.5);

/**
 * Keeps whole pages, since a public page is the same for everybody: the last ones asked for, as many as fit into `maxBytes`. One
 * render at a time for a key.
 */
export function pageCache({ now, maxBytes = MAX_BYTES }: { now: () => number; maxBytes?: number }) {
  /** The one asked for longest ago first. */
  const kept = new Map<string, Entry>();
  let bytes = 0;

  function forget(key: string, entry: Entry) {
    if (kept.get(key) !== entry) return;
    kept.delete(key);
    bytes -= entry.bytes;
  }

  function settle(key: string, entry: Entry, page: Page) {
    if (kept.get(key) !== entry) return;
    if (page.status !== 200) return forget(key, entry);
    entry.bytes = costOf(page);
    bytes += entry.bytes;
    for (const [oldest, other] of kept) {
      if (bytes <= maxBytes) return;
      forget(oldest, other);
    }
  }

  return {
    /** A page that may be shown as it is, or that is being rendered. */
    find(key: string): Promise<Page> | undefined {
      const entry = kept.get(key);
      if (!entry || now() - entry.madeAt >= FRESH_MS) return undefined;
      kept.delete(key);
      kept.set(key, entry);
      return entry.page;
    },
    /** Renders a page and keeps it. `render` says what the page shows before it reads that, so that no change is missed. */
    add(key: string, render: (shows: (content: PublicContent) => void) => Promise<Page>): Promise<Page> {
      const known = kept.get(key);
      if (known) forget(key, known);
      const shown = new Set<PublicContent>();
      const page = render((content) => shown.add(content));
      const entry = { page, shown, madeAt: now(), bytes: 0 };
      kept.set(key, entry);
      page.then(
        (made) => settle(key, entry, made),
        () => forget(key, entry),
      );
      return page;
    },
    /** Forgets the pages that show what has changed, also those being rendered. */
    changed(contents: readonly PublicContent[]) {
      for (const [key, entry] of kept) {
        if (contents.some((content) => entry.shown.has(content))) forget(key, entry);
      }
    },
    /** What it holds at this moment. */
    bytes: () => bytes,
  };
}

export type PageCache = ReturnType<typeof pageCache>;
