import { type ContextType, useLayoutEffect } from 'react';
import {
  UNSAFE_createBrowserHistory as createBrowserHistory,
  UNSAFE_createClientRoutes as createClientRoutes,
  UNSAFE_createRouter as createRouter,
  type DataRouter,
  UNSAFE_decodeViaTurboStream as decodeHandoff,
  UNSAFE_defaultMapRouteProperties as defaultMapRouteProperties,
  UNSAFE_FrameworkContext as FrameworkContext,
  UNSAFE_getHydrationData as getHydrationData,
  type HydrationState,
  UNSAFE_hydrationRouteProperties as hydrationRouteProperties,
} from 'react-router';
import { RouterProvider } from 'react-router/dom';

/*
 * Makes a rendered page the application, as React Router's own `HydratedRouter` does, with what that has no
 * use for here left out: all routes are in the page (react-router.config.ts), and every page loads by its
 * `clientLoader`. That one also renders every link of the page that is left once more, whenever another
 * comes.
 */

type Framework = NonNullable<ContextType<typeof FrameworkContext>>;
type PageRouter = { router: DataRouter; framework: Framework };

declare global {
  interface Window {
    __reactRouterContext: Pick<Framework, 'future' | 'isSpaMode' | 'routeDiscovery' | 'ssr'> & {
      basename: string | undefined;
      stream: ReadableStream<Uint8Array>;
    };
    __reactRouterManifest: Framework['manifest'];
    __reactRouterRouteModules: Framework['routeModules'];
  }
}

/** Reads what the server left in the page for the router. */
export async function openRouter(): Promise<PageRouter> {
  const { __reactRouterManifest: manifest, __reactRouterRouteModules: routeModules } = window;
  const { basename, stream, future, isSpaMode, routeDiscovery, ssr } = window.__reactRouterContext;
  const state = (await decodeHandoff(stream, window)).value as HydrationState;
  const routes = createClientRoutes(manifest.routes, routeModules, state, ssr, isSpaMode);
  const router = createRouter({
    routes,
    history: createBrowserHistory(),
    basename,
    hydrationData: getHydrationData({
      state,
      routes,
      getRouteInfo: (id) => ({
        clientLoader: routeModules[id]?.clientLoader,
        hasLoader: manifest.routes[id]?.hasLoader === true,
        hasHydrateFallback: routeModules[id]?.HydrateFallback != null,
      }),
      location,
      basename,
      future,
      isSpaMode,
    }),
    mapRouteProperties: defaultMapRouteProperties,
    hydrationRouteProperties,
  });
  // Listens for Back and Forward from here on.
  if (router.state.initialized) router.initialize();
  return { router, framework: { manifest, routeModules, future, isSpaMode, routeDiscovery, ssr } };
}

/**
 * The page as the router shows it. What the server could not load is asked for once the page stands as the
 * server rendered it.
 */
export function PageRouter({ router, framework }: PageRouter) {
  useLayoutEffect(() => {
    if (!router.state.initialized) router.initialize();
  }, [router]);
  return (
    <FrameworkContext value={framework}>
      <RouterProvider router={router} />
    </FrameworkContext>
  );
}
