import { type ReactNode, useEffect, useState } from 'react';
import { Outlet, useLocation, useNavigation } from 'react-router';
import { Failure } from '#web/components/failure.tsx';
import { Spinner } from '#web/components/spinner.tsx';
import { refreshUser, useSession } from '#web/lib/session.ts';
import { SiteFooter } from './site/footer.tsx';
import { SiteHeader } from './site/header.tsx';

/** A load shorter than this does not flash a spinner. */
const SPINNER_AFTER_MS = 150;

export default function Site() {
  const isSlow = useSlowNavigation();
  return <Frame>{isSlow ? <Spinner /> : <Outlet />}</Frame>;
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
      <SessionTrouble />
      <main id="content" tabIndex={-1} className="flex-1 outline-none">
        {children}
      </main>
      <SiteFooter />
    </div>
  );
}

/** Whether another page has been on its way for a while; a change of the query alone keeps the page. */
function useSlowNavigation(): boolean {
  const { location: target } = useNavigation();
  const { pathname } = useLocation();
  const isLeaving = target !== undefined && target.pathname !== pathname;
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    if (!isLeaving) return;
    const timer = setTimeout(() => setIsSlow(true), SPINNER_AFTER_MS);
    return () => {
      clearTimeout(timer);
      setIsSlow(false);
    };
  }, [isLeaving]);
  return isLeaving && isSlow;
}

/** Says that the school cannot tell yet what this person may do. */
function SessionTrouble() {
  const session = useSession();
  if (session.state !== 'failed') return null;
  return (
    <div role="alert" className="bg-blush">
      <div className="wrap flex flex-wrap items-center justify-between gap-3 py-3">
        <p>{session.problem}</p>
        <button type="button" className="btn btn-sm" onClick={() => refreshUser()}>
          Retry
        </button>
      </div>
    </div>
  );
}
