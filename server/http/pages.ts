import rateLimit from '@fastify/rate-limit';
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { type ApiError, createApi, type Send } from '#contract/client.ts';
import type { ClientConfig } from '#contract/config.ts';
import type { PublicContent } from '#contract/endpoint.ts';
import { preferredEncoding } from './encoding.ts';
import { RETRY_S } from './errors.ts';
import { perMinute } from './limits.ts';
import { type Page, type PageCache, toPage } from './page-cache.ts';
import { type ContentSources, contentSecurityPolicy } from './security.ts';
import { sendFromApp } from './send-from-app.ts';

/** What the server needs of the built web; `web/ssr.ts` is the other side. */
export type Pages = {
  render: RenderPage;
  /** The query of an address as its page reads it: what the page does not know is left out. */
  queryOf: (url: URL) => URLSearchParams | Promise<URLSearchParams>;
};

export type RenderPage = (
  request: Request,
  services: { api: ReturnType<typeof createApi>; config: ClientConfig },
) => Promise<Response>;

type Options = {
  pages: Pages;
  /** Absent while the web is being written: then nothing is kept and Vite's inline scripts may run. */
  cache: PageCache | undefined;
  rateLimitFactor: number;
  clientConfig: (request: FastifyRequest) => ClientConfig;
  originOf: (request: FastifyRequest) => string;
  sources: ContentSources;
};

/**
 * How many pages are rendered for one address in a minute: those that nobody has asked for in the last seconds, such as what is found
 * for words of one's own, and those that do not exist. Whatever is kept costs nothing and is not counted.
 */
const RENDERS_PER_MINUTE = 600;

/** A request may name its target as a whole address (RFC 9112, section 3.2.2); which origin this is, the configuration says. */
const FOREIGN_ORIGIN = /^[a-z][a-z\d+.-]*:\/\/[^/?]*/i;

/** Serves every page by React Router on the server. Who is signed in is known in the browser alone: pages are shared. */
export const servePages: FastifyPluginAsync<Options> = async (
  app,
  { pages, cache, rateLimitFactor, clientConfig, originOf, sources },
) => {
  await app.register(rateLimit, { global: false });
  const countRender = perMinute(app, RENDERS_PER_MINUTE * rateLimitFactor);
  const sendAsVisitor = sendFromApp(app);

  async function renderPage(
    request: FastifyRequest,
    url: URL,
    shows: (content: PublicContent) => void,
  ): Promise<Page> {
    let isUnavailable = false;
    const send: Send = (call) => {
      if (call.config.shows) shows(call.config.shows);
      return sendAsVisitor(call).catch((error: ApiError) => {
        isUnavailable ||= error.status === 503;
        throw error;
      });
    };
    const page = await pages.render(new Request(url), {
      api: createApi(send),
      config: clientConfig(request),
    });
    const html = Buffer.from(await page.arrayBuffer());
    // React Router calls whatever a loader throws a 500; what will be back in a moment says so.
    const status = page.status === 500 && isUnavailable ? 503 : page.status;
    return toPage(status, Object.fromEntries(page.headers), html);
  }

  async function freshPage(request: FastifyRequest, url: URL): Promise<Page> {
    if (!cache) return renderPage(request, url, () => {});
    await countRender(request);
    return cache.find(url.href) ?? cache.add(url.href, (shows) => renderPage(request, url, shows));
  }

  app.route({
    method: 'GET',
    url: '/*',
    handler: async (request, reply) => {
      const url = new URL(originOf(request) + request.url.replace(FOREIGN_ORIGIN, ''));
      url.search = String(await pages.queryOf(url));
      const page = await (cache?.find(url.href) ?? freshPage(request, url));

      reply.code(page.status).headers(page.headers);
      if (cache) reply.header('content-security-policy', contentSecurityPolicy(page.scriptHashes, sources));
      if (page.status === 200) reply.header('etag', page.etag);
      if (page.status === 503) reply.header('retry-after', RETRY_S);
      reply.header('cache-control', 'public, max-age=0, must-revalidate').header('vary', 'accept-encoding');
      if (page.status === 200 && request.headers['if-none-match'] === page.etag)
        return reply.code(304).send();
      const encoding =
        page.html.length > 1000 ? preferredEncoding(request.headers['accept-encoding']) : 'identity';
      if (encoding !== 'identity') reply.header('content-encoding', encoding);
      return reply.send(await page.body(encoding));
    },
  });
};
