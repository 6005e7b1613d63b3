import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { preferredEncoding } from './encoding.ts';

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};
const COMPRESSIBLE = new Set(['.css', '.html', '.js', '.json', '.svg', '.txt', '.webmanifest', '.ico']);

/** Bytes from which compression pays; `scripts/build-pages.mjs` has the same. */
const COMPRESSED_FROM = 300;

type Asset = {
  body: Record<'identity' | 'br' | 'gzip', Buffer | undefined>;
  type: string;
  etag: string;
  cache: string;
};

/** Beside `x.js` the build leaves `x.js.br`; without one (development) the file is compressed here. */
function readAsset(file: string, url: string): Asset {
  const identity = readFileSync(file);
  const extension = extname(file);
  const worth = COMPRESSIBLE.has(extension) && identity.length > COMPRESSED_FROM;
  const brotli = () => {
    try {
      return readFileSync(`${file}.br`);
    } catch {
      return brotliCompressSync(identity);
    }
  };
  return {
    body: { identity, br: worth ? brotli() : undefined, gzip: worth ? gzipSync(identity) : undefined },
    type: TYPES[extension] ?? 'application/octet-stream',
    etag: `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`,
    // The bundler names its files by their content.
    cache: url.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
  };
}

function sendAsset(request: FastifyRequest, reply: FastifyReply, asset: Asset) {
  reply.header('etag', asset.etag).header('cache-control', asset.cache).type(asset.type);
  if (asset.body.br) reply.header('vary', 'accept-encoding');
  if (request.headers['if-none-match']?.includes(asset.etag)) return reply.code(304).send();
  const encoding = preferredEncoding(request.headers['accept-encoding']);
  const body = asset.body[encoding];
  if (body && encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.send(body ?? asset.body.identity);
}

/** Serves every file of `folder` from memory, compressed once: several times cheaper than from disk at each request. */
export function serveAssets(app: FastifyInstance, folder: string) {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const file = join(folder, name);
    if (name.endsWith('.br') || !statSync(file).isFile()) continue;
    const url = `/${name.replaceAll('\\', '/')}`;
    const asset = readAsset(file, url);
    app.get(encodeURI(url), { logLevel: 'warn' }, (request, reply) => sendAsset(request, reply, asset));
  }
}
