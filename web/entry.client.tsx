import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { keepFocus } from './lib/keep-focus.ts';
import { startSession } from './lib/session.ts';
import { ignoreStrayClicks } from './lib/stray-click.ts';

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  );
});
startSession();
keepFocus();
ignoreStrayClicks();
