import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { startSession } from './lib/session/start-session.ts';
import { ignoreStrayClicks } from './lib/stray-click.ts';

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  );
});
if (!localStorage.getItem('theme')) localStorage.setItem('theme', 'light');
startSession();
ignoreStrayClicks();
// Nothing can be lost before something has the focus.
addEventListener('focusin', () => void import('./lib/keep-focus.ts').then(({ keepFocus }) => keepFocus()), {
  once: true,
});
