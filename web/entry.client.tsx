import { type ReactNode, StrictMode, startTransition, useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { ignoreStrayClicks } from './lib/page/stray-click.ts';
import { startSession } from './lib/session/start-session.ts';
import { APP_READY } from './start.ts';

/**
 * Says that the page's buttons answer from now on. It stands around the router: beside it, React would count
 * one part more than the server and the ids of fields would differ.
 */
function Ready({ children }: { children: ReactNode }) {
  useEffect(() => void dispatchEvent(new Event(APP_READY)), []);
  return children;
}

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <Ready>
        <HydratedRouter />
      </Ready>
    </StrictMode>,
  );
});
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
