import { startTransition, useLayoutEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { placeIn } from '#web/lib/address/address.ts';
import { focusQuietly } from '#web/lib/focus/focus-quietly.ts';

/**
 * Does for a page that comes without a reload what the browser does for one that is loaded: the focus goes to
 * its heading, or to the field of a page that is a form and nothing else (`data-takes-focus`), and its title
 * is read out. A changed query is the same page, unless it leads to another page of a list.
 */
export function PageAnnouncer() {
  const { pathname, search } = useLocation();
  const { after, before } = placeIn(new URLSearchParams(search));
  const place = after ?? before;
  const shown = useRef({ pathname, place });
  const [title, setTitle] = useState('');
  // Before anything notices that the focused link has gone with its page.
  useLayoutEffect(() => {
    const last = shown.current;
    shown.current = { pathname, place };
    // Who narrows a list is back on its first page, and goes on typing.
    if (last.pathname === pathname && (!place || last.place === place)) return;
    const content = document.querySelector('main');
    const first = (name: string) => content?.querySelector<HTMLElement>(name);
    const target = first('[data-takes-focus]') ?? first('h1') ?? content;
    if (target) focusQuietly(target, { preventScroll: true });
    // After the page is painted: an update at once would bring everything forward that can wait until then.
    startTransition(() => setTitle(document.title));
  }, [pathname, place]);
  return (
    <p className="sr-only" aria-live="polite" data-page-title>
      {title}
    </p>
  );
}
