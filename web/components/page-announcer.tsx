import { useLayoutEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { focusQuietly } from '#web/lib/focus-quietly.ts';

/**
 * Does for a page that comes without a reload what the browser does for one that is loaded: the focus goes to its heading, and
 * its title is read out. A changed query is the same page.
 */
export function PageAnnouncer() {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  const [title, setTitle] = useState('');
  // Before anything notices that the focused link has gone with its page.
  useLayoutEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    const content = document.querySelector('main');
    const heading = content?.querySelector<HTMLElement>('h1') ?? content;
    if (heading) focusQuietly(heading, { preventScroll: true });
    setTitle(document.title);
  }, [pathname]);
  return (
    <p className="sr-only" aria-live="polite" data-page-title>
      {title}
    </p>
  );
}
