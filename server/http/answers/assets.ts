import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ensure } from '#server/http/errors.ts';
import { WORDLESS } from '#server/http/languages.ts';
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

const AN_HOUR = 'public, max-age=3600';
const FOR_EVER = 'public, max-age=31536000, immutable';

type Options = {
  folder: string;
  /** Under which version the pages of this build ask for the drawings in `/art/`. */
  artVersion: string | undefined;
  securityHeaders: Record<string, string>;
};

type InFolder = { Params: { '*': string }; Querystring: { v?: string } };

/**
 * Serves every file that `folder` holds now: read when it is first asked for, from memory ever after, which
 * is several times cheaper than from disk. Its folders are a route each, not each file: some hundred routes
 * would take a fifth of a start. Browsers keep what the bundler named by its content, and drawings asked for
 * under this build's version: another process may be of another.
 */
export function serveAssets(app: FastifyInstance, { folder, artVersion, securityHeaders }: Options): void {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.br'))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
  const known = new Set(names);
  const read = new Map<string, Answer>();

  /**
   * Beside `x.js` the build leaves `x.js.br`; without one (in development) the file is compressed when it is
   * first asked for.
   */
  function readAsset(name: string, caching: string): Answer {
    const file = join(folder, name);
    const extension = extname(name);
    const headers = {
      ...securityHeaders,
      'content-type': TYPES[extension] ?? 'application/octet-stream',
      'cache-control': caching,
    };
    return toAnswer({
      status: 200,
      headers,
      body: readFileSync(file),
      isCompressible: COMPRESSIBLE.has(extension),
      brotli: existsSync(`${file}.br`) ? readFileSync(`${file}.br`) : undefined,
    });
  }

  function send(request: FastifyRequest, reply: FastifyReply, name: string, version?: string) {
    ensure(known.has(name), 'not-found');
    const isVersioned = version !== undefined && version === artVersion && name.startsWith('art/');
    const caching = isVersioned || name.startsWith('assets/') ? FOR_EVER : AN_HOUR;
    const key = `${name} ${caching}`;
    const asset = read.get(key) ?? readAsset(name, caching);
    read.set(key, asset);
    return sendAnswer(request, reply, asset);
  }

  for (const first of new Set(names.map((name) => name.split('/', 1)[0] ?? ''))) {
    if (known.has(first))
      app.get(`/${encodeURI(first)}`, WORDLESS, (request, reply) => send(request, reply, first));
    else
      app.get<InFolder>(`/${first}/*`, WORDLESS, (request, reply) =>
        send(request, reply, `${first}/${request.params['*']}`, request.query.v),
      );
  }
}
