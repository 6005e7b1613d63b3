import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, constants } from 'node:zlib';

const SCRIPTS = /<script(?![^>]*ld\+json)[^>]*>[\s\S]*?<\/script>|<link rel="modulepreload"[^>]*>/g;
const FONTS = /<link rel="preload" as="font"[^>]*>|@font-face\s*\{[^{}]*url\([^{}]*\}/g;
const OF_TRANSFER = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'date',
  'keep-alive',
  'transfer-encoding',
]);
const QUALITIES = [11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1];

const compress = (html: string, quality: number) => {
  const bytes = Buffer.from(html);
  return brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });
};

/** The quality with which `html` comes to `length` bytes or next to it. */
const qualityOf = (html: string, length: number) =>
  QUALITIES.toSorted(
    (one, other) =>
      Math.abs(compress(html, one).length - length) - Math.abs(compress(html, other).length - length),
  )[0] ?? 11;

/** The bytes of a page as they travel. */
async function transferred(url: string): Promise<number> {
  const answer = await fetch(url, { headers: { 'accept-encoding': 'br' } });
  const length = Number(answer.headers.get('content-length'));
  await answer.arrayBuffer();
  return length;
}

/**
 * Serves what a school at `from` serves, but for scripts and web fonts: the same HTML, styles, pictures
 * and headers, compressed alike. What it has asked for once it keeps.
 */
export async function startFloor(from: string) {
  type Kept = { body: Buffer; headers: Record<string, string> };
  const kept = new Map<string, Promise<Kept>>();

  async function keep(path: string): Promise<Kept> {
    const answer = await fetch(from + path, { headers: { 'accept-encoding': 'br' } });
    // Some of them cost a visit, such as the policy on openers, for which Chromium begins a new process.
    const headers = Object.fromEntries([...answer.headers].filter(([name]) => !OF_TRANSFER.has(name)));
    const type = headers['content-type'] ?? '';
    const body = Buffer.from(await answer.arrayBuffer());
    if (!type.startsWith('text/html')) return { body, headers };
    const html = body.toString('utf8');
    const quality = qualityOf(html, await transferred(from + path));
    const stripped = html.replaceAll(SCRIPTS, '').replaceAll(FONTS, '');
    return { body: compress(stripped, quality), headers: { ...headers, 'content-encoding': 'br' } };
  }

  async function answer({ url = '/' }: IncomingMessage, response: ServerResponse) {
    const made = kept.get(url) ?? keep(url);
    kept.set(url, made);
    const { body, headers } = await made;
    response.writeHead(200, { ...headers, 'content-length': body.length }).end(body);
  }

  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
