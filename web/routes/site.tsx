import type { ReactNode } from 'react';
import { Outlet, useLocation } from 'react-router';
import { Failure } from '#web/components/failure.tsx';
import { Spinner } from '#web/components/spinner.tsx';
import { areaOf, useSlowNavigation } from '#web/lib/slow-navigation.ts';
import { SiteFooter } from './site/footer.tsx';
import { SiteHeader } from './site/header.tsx';
import { Trouble } from './site/trouble.tsx';

export default function Site() {
  const { pathname } = useLocation();
  const coming = useSlowNavigation();
  const isInArea =
    coming !== undefined && areaOf(coming) !== undefined && areaOf(coming) === areaOf(pathname);
  return <Frame>{coming && !isInArea ? <Spinner /> : <Outlet />}</Frame>;
}

export function ErrorBoundary() {
  return (
    <Frame>
      <Failure />
    </Frame>
  );
}

function Frame({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-screen flex-col">
      <a
        href="#content"
        className="btn btn-primary sr-only z-50 focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
      >
        Skip to content
      </a>
      <SiteHeader />
      <Trouble />
      <main id="content" tabIndex={-1} className="flex-1 outline-none">
        {children}
      </main>
      <SiteFooter />
    </div>
  );
}
