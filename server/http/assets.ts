import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { type Answer, sendAnswer, toAnswer } from './answer.ts';

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

/** Beside `x.js` the build leaves `x.js.br`; without one (development) the file is compressed when it is first asked for. */
function readAsset(file: string, url: string, securityHeaders: Record<string, string>): Answer {
  const body = readFileSync(file);
  const extension = extname(file);
  const headers = {
    ...securityHeaders,
    'content-type': TYPES[extension] ?? 'application/octet-stream',
    // The bundler names its files by their content.
    'cache-control': url.startsWith('/assets/')
      ? 'public, max-age=31536000, immutable'
      : 'public, max-age=3600',
  };
  const brotli = `${file}.br`;
  return toAnswer({
    status: 200,
    headers,
    body,
    isCompressible: COMPRESSIBLE.has(extension),
    compressed: existsSync(brotli) ? { br: readFileSync(brotli) } : {},
  });
}

/** Serves every file of `folder` from memory, compressed once: several times cheaper than from disk at each request. */
export function serveAssets(
  app: FastifyInstance,
  { folder, securityHeaders }: { folder: string; securityHeaders: Record<string, string> },
) {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const file = join(folder, name);
    if (name.endsWith('.br') || !statSync(file).isFile()) continue;
    const url = `/${name.replaceAll('\\', '/')}`;
    const asset = readAsset(file, url, securityHeaders);
    app.get(encodeURI(url), { logLevel: 'warn' }, (request, reply) => sendAnswer(request, reply, asset));
  }
}
