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
import { ART_VERSION } from './lib/page/art.ts';

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

/** What a page's route says of itself, as its `handle`. */
export type PageHandle = {
  /** Reads what its address narrows it to; a page without one has no query. */
  filter?: (url: string) => Readonly<Record<string, string | undefined>>;
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

/** Makes what the server needs of the pages: how an address is rendered, and what of its query matters. */
export function createPages(build: ServerBuild, mode: 'production' | 'development') {
  const handle = createRequestHandler(build, mode);
  const routes = routesBelow(build.routes);
  return {
    /** Under which version the pages ask for the school's drawings. */
    artVersion: ART_VERSION,
    /**
     * Renders a request to a whole page, or to what else there is at its address. The page of a browser that
     * comes for the first time brings the style sheet with it.
     */
    async render(
      request: Request,
      { api, config, isFirst }: { api: Api; config: ClientConfig; isFirst: boolean },
    ) {
      const context = new RouterContextProvider();
      context.set(apiContext, api);
      context.set(configContext, config);
      context.set(isFirstContext, isFirst);
      const response = await handle(request, context);
      const { status, headers } = response;
      const finish = context.get(finishContext) ?? undefined;
      return { status, headers, bytes: () => response.bytes(), finish };
    },
    /** The query of an address as its page reads it; what the page does not know is left out. */
    queryOf(url: URL): URLSearchParams {
      if (!url.search) return url.searchParams;
      const page = matchRoutes(routes, url.pathname)?.at(-1)?.route.handle as PageHandle | undefined;
      const known = Object.entries(page?.filter?.(url.href) ?? {}).filter(([, value]) => value !== undefined);
      return new URLSearchParams(known as [string, string][]);
    },
  };
}
