import { lazy, Suspense } from 'react';
import type { ClientConfig } from '#contract/config/calls.ts';

/*
 * What pages of a copy, or of the demo, show beside all else. No page of a school carries it: browsers load it
 * where it stands, and the server has it at once.
 */

/** Without a connection the page itself stays. */
const nothing = () => ({ default: () => <></> });

const CopyFrame = import.meta.env.SSR
  ? (await import('./copy-frame.tsx')).default
  : lazy(() => import('./copy-frame.tsx').catch(nothing));
const TourBar = import.meta.env.SSR
  ? (await import('./tour-bar.tsx')).default
  : lazy(() => import('./tour-bar.tsx').catch(nothing));

export const FrameOfCopy = ({ rehearsal }: Pick<ClientConfig, 'rehearsal'>) =>
  rehearsal && (
    <Suspense>
      <CopyFrame {...rehearsal} />
    </Suspense>
  );

export const TourOfDemo = ({ isDemo }: Pick<ClientConfig, 'isDemo'>) =>
  isDemo && (
    <Suspense>
      <TourBar />
    </Suspense>
  );
