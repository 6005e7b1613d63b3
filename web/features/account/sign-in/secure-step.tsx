import { lazy, Suspense } from 'react';
import type { Session } from '#web/lib/session/session.ts';

// Few ever see it: only then it is loaded.
const SecureCard = lazy(() => import('./secure-card.tsx'));

type Props = { run: (signIn: () => Promise<Session>) => Promise<void>; isBusy: boolean; problem: string };

export const SecureStep = (props: Props) => (
  <Suspense>
    <SecureCard {...props} />
  </Suspense>
);
