import { Activity, useEffect, useState } from 'react';
import { PrefetchPageLinks } from 'react-router';

const SIGNS = ['pointerover', 'touchstart', 'focusin'];

/**
 * The page of this school that a link leads to; undefined for what is no link and for what leads elsewhere, to
 * a page in another language among it.
 */
function pageOf(target: EventTarget | null): string | undefined {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a:not([hreflang])') : null;
  if (link?.origin !== location.origin) return undefined;
  return link.pathname + link.search;
}

/**
 * React moves links into the head, and a hidden part's out of the page, but for those with this attribute.
 */
const IN_PLACE = { itemProp: 'ahead' };

/**
 * Fetches the scripts of a page once a visitor seems about to open it: a mouse on its link, a finger, the
 * focus. Its data comes when it is opened, as new as it is then. The router's component also runs what it
 * fetches, in an effect, and reloads this page if that fails; no effect runs in a hidden part of a page.
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
  return (
    page &&
    navigator.onLine && (
      <Activity mode="hidden">
        <PrefetchPageLinks page={page} {...IN_PLACE} />
      </Activity>
    )
  );
}
