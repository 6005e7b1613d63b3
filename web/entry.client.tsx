import { type ReactNode, StrictMode, startTransition, useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { ignoreStrayClicks } from './lib/page/stray-click.ts';
import { startSession } from './lib/session/start-session.ts';
import { openRouter, PageRouter } from './page-router.tsx';
import { APP_READY } from './start.ts';

/** Says that the page's buttons answer from now on. */
function Ready() {
  useEffect(() => void dispatchEvent(new Event(APP_READY)), []);
  return null;
}

const hydrate = (page: ReactNode) =>
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        {page}
        <Ready />
      </StrictMode>,
    );
  });

// In development the router's own, which takes over modules as they change.
if (import.meta.env.DEV) hydrate(<HydratedRouter />);
else void openRouter().then((opened) => hydrate(<PageRouter {...opened} />));
startSession();
ignoreStrayClicks();
// Nothing can be lost before something has the focus.
addEventListener(
  'focusin',
  () => void import('./lib/focus/keep-focus.ts').then(({ keepFocus }) => keepFocus()),
  {
    once: true,
  },
);
