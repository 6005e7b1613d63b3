import type { ReactNode } from 'react';
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useRouteError,
  useRouteLoaderData,
} from 'react-router';
import type { ClientConfig } from '#contract/config.ts';
import type { Route } from './+types/root';
import cssUrl from './app.css?url';
import { LoadFailed } from './components/load-failed.tsx';
import { NotFound } from './components/not-found.tsx';
import { SessionFollower } from './components/session-follower.tsx';
import { Toasts } from './components/toasts.tsx';
import { configContext } from './ssr.ts';

// In the page itself: the first paint waits for no second request.
const css = import.meta.env.SSR && import.meta.env.PROD ? (await import('./app.css?inline')).default : '';

export const loader = ({ context }: Route.LoaderArgs) => context.get(configContext);

/** The configuration never changes while a page is open. */
export const shouldRevalidate = () => false;

/** Text inside a script element, safe from ending it early. */
const inlineJson = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c');

export function Layout({ children }: { children: ReactNode }) {
  const config = useRouteLoaderData('root') as ClientConfig | undefined;
  return (
    <html lang="en" data-theme="light">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {import.meta.env.PROD ? (
          <style href="app" precedence="default">
            {css}
          </style>
        ) : (
          <link rel="stylesheet" href={cssUrl} />
        )}
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <Toasts />
        <script suppressHydrationWarning>{`window.cadenza=${inlineJson(config ?? null)}`}</script>
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

export default function Root() {
  return (
    <>
      <Outlet />
      <SessionFollower />
    </>
  );
}

export function ErrorBoundary() {
  const error = useRouteError();
  const isMissing = isRouteErrorResponse(error) && error.status === 404;
  return (
    <main className="grid min-h-screen place-items-center">
      {isMissing ? <NotFound /> : <LoadFailed error={error} />}
    </main>
  );
}
