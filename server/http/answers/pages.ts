import { hash } from 'node:crypto';
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { type Api, type ApiError, createApi, type Send } from '#contract/client.ts';
import type { ClientConfig } from '#contract/config/calls.ts';
import type { PublicContent } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.schema.ts';
import { type Moved, placeOf } from '#languages/addresses.ts';
import type { Language } from '#languages/languages.ts';
import type { ReadSchool, SchoolNow } from '#server/database/rows/school-row.ts';
import { RETRY_S } from '#server/http/errors.ts';
import { urlAt } from '#server/http/languages.ts';
import { type AddCalls, perMinute } from '#server/http/limits/limits.ts';
import { shareLog } from '#server/http/log-requests.ts';
import { type ContentSources, contentSecurityPolicy } from '#server/http/security.ts';
import { type Answer, sendAnswer, toAnswer } from './answer.ts';
import { addressOf, isFromPage } from './give-kept.ts';
import type { KeptAnswers } from './kept-answers.ts';
import { readFromApp } from './read-from-app.ts';

/** What the server needs of the built web; `web/ssr.ts` is the other side. */
export type Pages = {
  render: RenderPage;
  /** The query of an address without its language, as its page reads it: what the page does not know is left out. */
  queryOf: (url: URL, school: Pick<SchoolNow, 'lists'>) => URLSearchParams | Promise<URLSearchParams>;
};

export type RenderPage = (
  request: Request,
  services: { api: Api; config: ClientConfig; isFirst: boolean; language: Language; basename: string },
) => Promise<RenderedPage>;

/** A page as it was rendered, or a `Response` that is given as it is. */
export type RenderedPage = {
  status: number;
  headers: Headers;
  bytes(): Uint8Array | Promise<Uint8Array>;
  /** Finishes its HTML, read and given as one letter a byte. */
  finish?: (html: string) => Finished;
};
type Finished = {
  text: string;
  /** What stands in the inline scripts that the page itself brings, and may run. */
  scripts: readonly string[];
  /** The tags that bring the style sheet, and where in the text they belong. */
  styles?: { at: number; tags: Uint8Array };
};

type Options = {
  pages: Pages;
  /** Absent while the web is being written: then nothing is kept and Vite's inline scripts may run. */
  kept: KeptAnswers | undefined;
  rateLimitFactor: number;
  addCalls?: AddCalls | undefined;
  /** Whether the languages for tests have addresses. */
  hasPseudoLanguages: boolean;
  readSchool: ReadSchool;
  clientConfig: (school: SchoolNow, origin: string) => ClientConfig;
  originOf: (request: FastifyRequest) => string;
  sources: ContentSources;
  securityHeaders: Record<string, string>;
};

/**
 * A page, and what it was made of, the school as it was then and calls: while those are the same, so is the
 * page.
 */
type Page = Answer & { readonly school: SchoolNow; readonly madeOf: readonly Part[] };
type Shows = (content: PublicContent) => void;
type Part = { path: string; shows: PublicContent | undefined; etag: string | undefined };

/**
 * How many pages are rendered for one address in a minute: those that nobody has asked for in the last
 * seconds, such as what is found for words of one's own, and those that do not exist. Whatever is kept costs
 * nothing and is not counted.
 */
const RENDERS_PER_MINUTE = 600;

/**
 * Serves every page by React Router on the server. Who is signed in is known in the browser alone: pages are
 * shared.
 */
export const servePages: FastifyPluginAsync<Options> = async (
  app,
  {
    pages,
    kept,
    rateLimitFactor,
    addCalls,
    hasPseudoLanguages: hasPseudo,
    readSchool,
    clientConfig,
    originOf,
    sources,
    securityHeaders,
  },
) => {
  shareLog(app);
  const countRender = perMinute(RENDERS_PER_MINUTE * rateLimitFactor, { name: 'renders, address', addCalls });
  const read = readFromApp(app, kept);

  async function renderPage(request: FastifyRequest, url: URL, shows: Shows): Promise<Page> {
    shows('school');
    const school = await readSchool();
    const place = placeOf(url.pathname, school, { hasPseudo });
    // Since the request came, the school's languages have changed.
    if ('to' in place) return { ...redirect(place, url.search), school, madeOf: [] };
    const madeOf: Part[] = [];
    let isUnavailable = false;
    const send: Send = async ({ path, config }) => {
      if (config.shows) shows(config.shows);
      const { json, etag } = await read(path).catch((error: ApiError) => {
        isUnavailable ||= error.status === 503;
        throw error;
      });
      madeOf.push({ path, shows: config.shows, etag });
      return JSON.parse(json);
    };
    const page = await pages.render(new Request(url), {
      api: createApi(send, endpoints),
      config: clientConfig(school, originOf(request)),
      isFirst: !isFromPage(request),
      language: place.language,
      basename: place.prefix || '/',
    });
    const html = Buffer.from(await page.bytes()).toString('latin1');
    const { text, scripts, styles } = page.finish?.(html) ?? { text: html, scripts: [] };
    // React Router calls whatever a loader throws a 500; what will be back in a moment says so.
    const status = page.status === 500 && isUnavailable ? 503 : page.status;
    const headers = {
      ...securityHeaders,
      ...Object.fromEntries(page.headers),
      ...(kept && { 'content-security-policy': contentSecurityPolicy(scripts.map(hashOf), sources) }),
      ...(status === 503 && { 'retry-after': String(RETRY_S) }),
      'cache-control': 'public, max-age=0, must-revalidate',
      vary: 'sec-fetch-site',
    };
    return { ...toAnswer({ status, headers, body: withStyles(text, styles) }), school, madeOf };
  }

  /**
   * Whether the school is as a page says, and every call that the page was made of still answers the same.
   */
  async function isSame({ school, madeOf }: Page, shows: Shows): Promise<boolean> {
    shows('school');
    if ((await readSchool()) !== school) return false;
    for (const part of madeOf) {
      if (part.shows) shows(part.shows);
      const etag = await read(part.path).then(
        (answer) => answer.etag,
        () => undefined,
      );
      if (etag === undefined || etag !== part.etag) return false;
    }
    return true;
  }

  const makePage = async (
    request: FastifyRequest,
    { url, shows, previous }: { url: URL; shows: Shows; previous: Page | undefined },
  ): Promise<Page> =>
    previous && (await isSame(previous, shows)) ? previous : renderPage(request, url, shows);

  /** A page that is elsewhere, with the whole query of its address. */
  const redirect = ({ to, isForEver }: Moved, search: string) =>
    toAnswer({
      status: isForEver ? 308 : 307,
      // For ever, as long as the school's languages stay.
      headers: {
        ...securityHeaders,
        'content-type': 'text/plain; charset=utf-8',
        location: to + search,
        'cache-control': 'no-cache',
      },
      body: Buffer.alloc(0),
    });

  async function answerTo(request: FastifyRequest): Promise<Answer> {
    const url = urlAt(originOf(request), request.url);
    const school = await readSchool();
    const place = placeOf(url.pathname, school, { hasPseudo });
    if ('to' in place) return redirect(place, url.search);
    // What its page does not know of the query makes no page of its own.
    const unprefixed = new URL(url);
    unprefixed.pathname = place.path;
    url.search = String(await pages.queryOf(unprefixed, school));
    if (!kept) return renderPage(request, url, () => {});
    const key = isFromPage(request) ? `${url.href} page` : url.href;
    return kept.get<Page>(key, addressOf(request), ({ shows, previous }) => {
      countRender(request);
      return makePage(request, { url, shows, previous });
    });
  }

  app.get('/*', { config: { isPage: true } }, async (request, reply) =>
    sendAnswer(request, reply, await answerTo(request)),
  );
};

function withStyles(text: string, styles: Finished['styles']): Buffer {
  const bytes = Buffer.from(text, 'latin1');
  if (!styles) return bytes;
  const { at, tags } = styles;
  return Buffer.concat([bytes.subarray(0, at), tags, bytes.subarray(at)]);
}

/** sha256 of an inline script, base64, for the Content-Security-Policy. */
const hashOf = (script: string): string => hash('sha256', Buffer.from(script, 'latin1'), 'base64');
