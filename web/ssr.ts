import {
  createContext,
  createRequestHandler,
  matchRoutes,
  type RouteObject,
  RouterContextProvider,
  type ServerBuild,
} from 'react-router';
import type { Api } from '#contract/client.ts';
import type { ClientConfig } from '#contract/config/calls.ts';
import type { Language } from '#languages/languages.ts';
import { withLanguage } from '#languages/t.ts';
import { ART_VERSION } from './lib/page/art.ts';
import { workerScript } from './lib/page/page-worker.ts';
import { TODAY_PATH } from './lib/page/today-path.ts';
import { ROSTERS } from './lib/session/forget-rosters.ts';

/*
 * The only seam between the pages and the server: the server imports the build, calls `createPages` and hands
 * over, with each request, the calls as a visitor may make them and what the browser must know.
 */

export const apiContext = createContext<Api>();
export const configContext = createContext<ClientConfig>();
/** Whether the browser comes for the first time and has no style sheet yet. */
export const isFirstContext = createContext(false);
/**
 * Finishes a rendered page, read as one letter a byte (all that it edits is ASCII). Gives its text, what stands
 * in its own inline scripts, and the tags of the style sheet with the place `at` which they belong.
 */
export type FinishPage = (html: string) => {
  text: string;
  scripts: readonly string[];
  styles: { at: number; tags: Uint8Array };
};
/** Null for what is no page at its address. */
export const finishContext = createContext<FinishPage | null>(null);

/** What a page reads of the school to understand its address. */
type PageSchool = Pick<ClientConfig['school'], 'lists'>;

/** What a page's route says of itself, as its `handle`. */
export type PageHandle = {
  /** Reads what its address narrows it to; a page without one has no query. */
  filter?: (url: string, school: PageSchool) => Readonly<Record<string, string | undefined>>;
};

/** The routes as `matchRoutes` takes them. */
function routesBelow(routes: ServerBuild['routes'], parentId?: string): RouteObject[] {
  return Object.values(routes).flatMap((route) => {
    if (!route || route.parentId !== parentId) return [];
    const { id, path, index, module } = route;
    const children = routesBelow(routes, id);
    return [
      { id, path, index, handle: module.handle, ...(children.length > 0 && { children }) } as RouteObject,
    ];
  });
}

/** Where the scripts of each language stand below `/assets/`; none while the pages are being written. */
export type Folders = Readonly<Record<Language, string>>;

/** What the build says of itself. */
type Built = { folders?: Folders; shell?: { scripts: readonly string[]; beside: readonly string[] } };

const filesOf = ({ scripts, beside }: NonNullable<Built['shell']>, folder: string) => [
  ...scripts.map((name) => `/assets/${folder}/${name}`),
  ...beside,
];

const SCRIPT = /^\/assets\/(?=[^/]+\.js$)/;

/** What a page is rendered in: the folder of its language's scripts, and the path that all its addresses have before them. */
function inLanguage(build: ServerBuild, folder: string | undefined, basename: string): ServerBuild {
  const assets = folder
    ? JSON.parse(JSON.stringify(build.assets), (_, value) =>
        typeof value === 'string' ? value.replace(SCRIPT, `/assets/${folder}/`) : value,
      )
    : build.assets;
  return { ...build, assets, basename };
}

/** Makes what the server needs of the pages: how an address is rendered, and what of its query matters. */
export function createPages(
  build: ServerBuild,
  mode: 'production' | 'development',
  { folders, shell }: Built = {},
) {
  /**
   * The service worker of the page of registers in a language, which may serve that page and no other. Where it
   * is off, and while the pages are being written, it removes itself. No route: each is a line in every page.
   */
  function workerOf(page: string, language: Language, { isWorkerOff }: ClientConfig) {
    const folder = isWorkerOff ? undefined : folders?.[language];
    const kept = folder && shell && { page, folder, files: filesOf(shell, folder) };
    return new Response(workerScript(kept || undefined, ROSTERS), {
      headers: { 'content-type': 'text/javascript; charset=utf-8', 'service-worker-allowed': page },
    });
  }

  const handlers = new Map<string, ReturnType<typeof createRequestHandler>>();
  const routes = routesBelow(build.routes);

  function handlerOf(language: Language, basename: string) {
    const key = `${language} ${basename}`;
    const handler =
      handlers.get(key) ?? createRequestHandler(inLanguage(build, folders?.[language], basename), mode);
    handlers.set(key, handler);
    return handler;
  }

  return {
    /** Under which version the pages ask for the school's drawings. */
    artVersion: ART_VERSION,
    /**
     * Renders a request to a whole page, or to what else there is at its address. The page of a browser that
     * comes for the first time brings the style sheet with it.
     */
    async render(
      request: Request,
      {
        api,
        config,
        isFirst,
        language,
        basename,
      }: {
        api: Api;
        config: ClientConfig;
        isFirst: boolean;
        language: Language;
        /** What stands before the paths of this language's pages: `/de`, or `/`. */
        basename: string;
      },
    ) {
      const page = `${basename === '/' ? '' : basename}${TODAY_PATH}`;
      if (new URL(request.url).pathname === `${page}/worker.js`) {
        const worker = workerOf(page, language, config);
        return {
          status: worker.status,
          headers: worker.headers,
          bytes: () => worker.bytes(),
          finish: undefined,
        };
      }
      const context = new RouterContextProvider();
      context.set(apiContext, api);
      context.set(configContext, config);
      context.set(isFirstContext, isFirst);
      const response = await withLanguage(language, () => handlerOf(language, basename)(request, context));
      const { status, headers } = response;
      const finish = context.get(finishContext) ?? undefined;
      return { status, headers, bytes: () => response.bytes(), finish };
    },
    /** The query of a path, without its language's, as its page reads it; what the page does not know is left out. */
    queryOf(url: URL, school: PageSchool): URLSearchParams {
      if (!url.search) return url.searchParams;
      const page = matchRoutes(routes, url.pathname)?.at(-1)?.route.handle as PageHandle | undefined;
      const known = Object.entries(page?.filter?.(url.href, school) ?? {}).filter(
        ([, value]) => value !== undefined,
      );
      return new URLSearchParams(known as [string, string][]);
    },
  };
}
