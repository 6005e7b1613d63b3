import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ensure } from '#server/http/errors.ts';
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

/** Longer addresses are not remembered. */
const ADDRESS_MAX = 200;

const AN_HOUR = 'public, max-age=3600';
const FOR_EVER = 'public, max-age=31536000, immutable';

/** Beside `x.js` the build leaves `x.js.br`; without one (development) the file is compressed when it is first asked for. */
function readAsset(file: string, caching: string, securityHeaders: Record<string, string>): Answer {
  const body = readFileSync(file);
  const extension = extname(file);
  const headers = {
    ...securityHeaders,
    'content-type': TYPES[extension] ?? 'application/octet-stream',
    'cache-control': caching,
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

type Options = {
  folder: string;
  /** Under which version the pages of this build ask for the drawings in `/art/`. */
  artVersion: string | undefined;
  securityHeaders: Record<string, string>;
};

type InFolder = { Params: { '*': string }; Querystring: { v?: string } };

/**
 * Serves every file of `folder`: read when it is first asked for, from memory ever after, which is several times cheaper than from disk.
 * Files that are added later are not served. Its folders are a route each, not each file: some hundred routes would take a fifth of a start.
 * Browsers keep what the bundler named by its content, and drawings asked for under this build's version: another process may be of another.
 * Gives the function that finds a file by the very words in which it was asked for before.
 */
export function serveAssets(
  app: FastifyInstance,
  { folder, artVersion, securityHeaders }: Options,
): (url: string) => Answer | undefined {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => !name.endsWith('.br') && statSync(join(folder, name)).isFile())
    .map((name) => name.replaceAll('\\', '/'));
  const known = new Set(names);
  const kept = new Map<string, Answer>();
  const byUrl = new Map<string, Answer>();
  const version = `?v=${artVersion}`;

  function assetAt(name: string, asked?: string): Answer {
    const isVersioned = asked !== undefined && asked === artVersion && name.startsWith('art/');
    const caching = isVersioned || name.startsWith('assets/') ? FOR_EVER : AN_HOUR;
    const key = `${name} ${caching}`;
    const asset = kept.get(key) ?? readAsset(join(folder, name), caching, securityHeaders);
    kept.set(key, asset);
    return asset;
  }

  function send(request: FastifyRequest, reply: FastifyReply, asset: Answer) {
    const { url = '' } = request.raw;
    // Each has an address or two; a name may be written in more ways, and any query follow it.
    const isUsual = !url.includes('?') || url.endsWith(version);
    if (isUsual && url.length <= ADDRESS_MAX && byUrl.size < 2 * names.length) byUrl.set(url, asset);
    return sendAnswer(request, reply, asset);
  }

  const top = new Set(names.map((name) => name.split('/', 1)[0] ?? ''));
  for (const first of top) {
    if (known.has(first))
      app.get(`/${encodeURI(first)}`, (request, reply) => sendAnswer(request, reply, assetAt(first)));
    else
      app.get<InFolder>(`/${first}/*`, (request, reply) => {
        const name = `${first}/${request.params['*']}`;
        ensure(known.has(name), 'not-found');
        return send(request, reply, assetAt(name, request.query.v));
      });
  }
  return (url) => byUrl.get(url);
}
