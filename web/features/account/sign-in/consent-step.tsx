import { lazy, Suspense } from 'react';
import type { ConsentCardProps } from './consent-card.tsx';

// Few ever see it: only then it is loaded.
const ConsentCard = lazy(() => import('./consent-card.tsx'));

export const ConsentStep = (props: ConsentCardProps) => (
  <Suspense>
    <ConsentCard {...props} />
  </Suspense>
);
