import { lazy, Suspense } from 'react';
import { useAsked } from '#web/lib/identity/asking.ts';

// Few ever see them: only then they are loaded.
const ConfirmAgainDialog = lazy(() => import('#web/features/account/confirm-again-dialog.tsx'));
const SecondStepDialog = lazy(() => import('#web/features/account/sign-in/second-step-dialog.tsx'));

/** What is asked over the page that is open. */
export function Asking() {
  const { identity, secondStep } = useAsked();
  return (
    <Suspense>
      {identity && <ConfirmAgainDialog answer={identity.answer} />}
      {secondStep && <SecondStepDialog {...secondStep} />}
    </Suspense>
  );
}
