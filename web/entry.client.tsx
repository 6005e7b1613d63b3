import { StrictMode, startTransition, useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { startSession } from './lib/session/start-session.ts';
import { ignoreStrayClicks } from './lib/stray-click.ts';
import { APP_READY } from './start.ts';

/** Says that the page's buttons answer from now on. */
function Ready() {
  useEffect(() => void dispatchEvent(new Event(APP_READY)), []);
  return null;
}

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
      <Ready />
    </StrictMode>,
  );
});
startSession();
ignoreStrayClicks();
// Nothing can be lost before something has the focus.
addEventListener('focusin', () => void import('./lib/keep-focus.ts').then(({ keepFocus }) => keepFocus()), {
  once: true,
});
