import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type ApiError, createApi, type Send } from '#contract/client.ts';
import type { ClientConfig } from '#contract/config.ts';
import { preferredEncoding } from './encoding.ts';
import { RETRY_S } from './error-handler.ts';
import { type Page, type PageCache, toPage } from './page-cache.ts';
import { type ContentSources, contentSecurityPolicy } from './security.ts';
import { sendFromApp } from './send-from-app.ts';

/** What the server needs of the built web: one function that renders a request. `web/ssr.ts` is the other side. */
export type RenderPage = (
  request: Request,
  services: { api: ReturnType<typeof createApi>; config: ClientConfig },
) => Promise<Response>;

type Options = {
  render: RenderPage;
  /** Absent while the web is being written: then nothing is kept and Vite's inline scripts may run. */
  cache: PageCache | undefined;
  clientConfig: (request: FastifyRequest) => ClientConfig;
  originOf: (request: FastifyRequest) => string;
  sources: ContentSources;
};

/** Query parameters that change a page; all others are kept out of the cache's key, so that nobody can flood it. */
const KEYED_PARAMETERS = ['q', 'level', 'group', 'open', 'sort', 'category'];
const KEY_MAX = 200;

/** A request may name its target as a whole address (RFC 9112, section 3.2.2); which origin this is, the configuration says. */
const FOREIGN_ORIGIN = /^[a-z][a-z\d+.-]*:\/\/[^/?]*/i;

/** Serves every page by React Router on the server. Whoever is signed in is known in the browser alone: pages are shared. */
export function servePages(
  app: FastifyInstance,
  { render: renderRequest, cache, clientConfig, originOf, sources }: Options,
) {
  const sendAsVisitor = sendFromApp(app);

  async function renderPage(request: FastifyRequest, url: URL): Promise<Page> {
    let isUnavailable = false;
    const send: Send = (call) =>
      sendAsVisitor(call).catch((error: ApiError) => {
        isUnavailable ||= error.status === 503;
        throw error;
      });
    const page = await renderRequest(new Request(url), {
      api: createApi(send),
      config: clientConfig(request),
    });
    const html = Buffer.from(await page.arrayBuffer());
    // React Router calls whatever a loader throws a 500; what will be back in a moment says so.
    const status = page.status === 500 && isUnavailable ? 503 : page.status;
    return toPage(status, Object.fromEntries(page.headers), html);
  }

  app.route({
    method: 'GET',
    url: '/*',
    handler: async (request, reply) => {
      const url = new URL(originOf(request) + request.url.replace(FOREIGN_ORIGIN, ''));
      const query = new URLSearchParams(
        KEYED_PARAMETERS.flatMap((name) => url.searchParams.getAll(name).map((value) => [name, value])),
      );
      const key = `${url.origin}${url.pathname}?${query}`;
      url.search = query.toString();
      const render = () => renderPage(request, url);
      const page = cache && key.length <= KEY_MAX ? await cache.get(key, render) : await render();

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
}
