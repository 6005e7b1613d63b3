import { lazy, Suspense } from 'react';
import { useConfirmAgain } from '#web/lib/confirm-again.ts';

// Few ever see it: only then it is loaded.
const ConfirmAgainDialog = lazy(() => import('#web/features/account/confirm-again-dialog.tsx'));

/** Over whatever page somebody is on. */
export function ConfirmAgain() {
  const asked = useConfirmAgain();
  return asked && <Suspense>{<ConfirmAgainDialog answer={asked.answer} />}</Suspense>;
}
