import { useContext, useEffect, useState } from 'react';
import {
  UNSAFE_DataRouterContext as DataRouterContext,
  UNSAFE_FrameworkContext as FrameworkContext,
  matchRoutes,
} from 'react-router';

const SIGNS = ['pointerover', 'touchstart', 'focusin'];

/**
 * The page of this school that a link leads to; undefined for what is no link and for what leads elsewhere.
 */
function pageOf(target: EventTarget | null): string | undefined {
  const link = target instanceof Element ? target.closest('a') : null;
  if (link?.origin !== location.origin) return undefined;
  return link.pathname + link.search;
}

/**
 * Fetches the scripts of a page once a visitor seems about to open it: a mouse on its link, a finger, the
 * focus. Its data comes when it is opened, as new as it is then.
 */
export function PagesAhead() {
  const [page, setPage] = useState<string>();
  useEffect(() => {
    const look = ({ target }: { target: EventTarget | null }) => setPage((last) => pageOf(target) ?? last);
    // The pointer may have come to its link before the scripts did.
    look({ target: document.querySelector('a:hover') });
    for (const sign of SIGNS) addEventListener(sign, look, { passive: true });
    return () => {
      for (const sign of SIGNS) removeEventListener(sign, look);
    };
  }, []);
  return page && navigator.onLine && <Scripts page={page} />;
}

/**
 * React Router's own `PrefetchPageLinks` imports what it fetches, and reloads the page when that fails: a
 * link that is only pointed at must not.
 */
function Scripts({ page }: { page: string }) {
  const { manifest } = useContext(FrameworkContext) ?? {};
  const { router } = useContext(DataRouterContext) ?? {};
  const matches = (router && matchRoutes(router.routes, page)) ?? [];
  const files = matches.flatMap(({ route: { id } }) => {
    const entry = manifest?.routes[id];
    return entry ? [entry.module, ...(entry.imports ?? [])] : [];
  });
  return [...new Set(files)].map((file) => <link key={file} rel="modulepreload" href={file} />);
}
