import type { ReactNode } from 'react';
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  type ShouldRevalidateFunctionArgs,
  useRouteLoaderData,
} from 'react-router';
import type { ClientConfig } from '#contract/config/calls.ts';
import { pagePath, withoutLanguage } from '#languages/addresses.ts';
import { directionOf } from '#languages/languages.ts';
import { language, t } from '#languages/t.ts';
import type { Route } from './+types/root';
import cssUrl from './app.css?url';
import { Failure } from './components/layout/failure.tsx';
import { LeavingProvider } from './components/layout/leaving.tsx';
import { PageAnnouncer } from './components/layout/page-announcer.tsx';
import { Toasts } from './components/layout/toasts.tsx';
import { PagesAhead } from './components/pages-ahead.tsx';
import { FrameOfCopy } from './features/rehearsal/on-pages.tsx';
import { paletteAttributes } from './lib/page/colours.ts';
import { refreshConfig } from './lib/page/config.ts';
import { OWN_SCRIPT } from './own-scripts.ts';
import { Asking } from './routes/asking.tsx';
import { SessionFollower } from './routes/session-follower.tsx';
import { configContext } from './ssr.ts';

export const loader = ({ context }: Route.LoaderArgs) => context.get(configContext);

/** Once the school was changed in this browser, what is open here shows it too. */
export const clientLoader = () => refreshConfig();

/** Otherwise the configuration never changes while a page is open. */
export const shouldRevalidate = ({ formAction }: ShouldRevalidateFunctionArgs) =>
  formAction !== undefined && withoutLanguage(formAction) === '/admin/school';

/** Text inside a script element, safe from ending it early. */
const inlineJson = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c');

/** What runs before the first paint; the browser has it from the server. */
const { startScript, stylesScript, copyClockScript } = import.meta.env.SSR
  ? {
      ...(await import('./start.ts')),
      ...(await import('./styles.ts')),
      ...(await import('./copy-clock.ts')),
    }
  : {};

/** Where the page’s script runs to; a browser has it on the page already. */
const direction = () => (import.meta.env.SSR ? directionOf(language()) : document.documentElement.dir);
const startOf = () => `${startScript?.(incompleteWords())};${stylesScript?.(cssUrl)}`;

/** In the copy for rehearsals alone, before any other script asks for the time. */
const clockOf = (config: ClientConfig | undefined) =>
  (config?.rehearsal && copyClockScript?.(config.rehearsal.ahead)) ?? '';

/** What a page says that did not load, in the pieces around its link. */
const incompleteWords = () => t('site.page_incomplete', {} as never).split(/<\/?again>/);

/** Before the rest: a click on what it shows is no press of a button that waits for scripts. */
const SUGGESTING = import.meta.env.SSR ? `${(await import('./suggest.ts')).suggestScript()};` : '';

export function Layout({ children }: { children: ReactNode }) {
  const config = useRouteLoaderData('root') as ClientConfig | undefined;
  const languages = config ? config.school.languages : [];
  const hasOthers = languages.length > 1;
  return (
    <html
      lang={language()}
      dir={direction() === 'rtl' ? 'rtl' : undefined}
      data-languages={hasOthers ? languages.join(' ') : undefined}
      data-theme="light"
      {...paletteAttributes(config?.school.palette)}
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#fbf7f0" />
        {/* On the built server entry.server.tsx puts it in. */}
        {import.meta.env.DEV && <link rel="stylesheet" href={cssUrl} />}
        <script nonce={OWN_SCRIPT} suppressHydrationWarning>
          {import.meta.env.SSR ? clockOf(config) + (hasOthers ? SUGGESTING : '') + startOf() : ''}
        </script>
        <Meta />
        <Links />
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link
          rel="manifest"
          href={config ? pagePath('/site.webmanifest', language(), config.school) : '/site.webmanifest'}
        />
        <link rel="alternate" type="application/atom+xml" href="/blogs.atom" title={t('site.blog_feed')} />
      </head>
      <body>
        <FrameOfCopy rehearsal={config?.rehearsal} />
        {children}
        <Toasts />
        <script nonce={OWN_SCRIPT} suppressHydrationWarning>
          {`window.cadenza=${inlineJson(config ?? null)}`}
        </script>
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

export default function Root() {
  return (
    <LeavingProvider>
      <Outlet />
      <SessionFollower />
      <Asking />
      <PageAnnouncer />
      <PagesAhead />
    </LeavingProvider>
  );
}

export function ErrorBoundary() {
  return (
    <main className="grid min-h-screen place-items-center">
      <Failure />
    </main>
  );
}
