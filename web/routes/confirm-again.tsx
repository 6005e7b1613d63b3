import { lazy, Suspense } from 'react';
import { useConfirmAgain } from '#web/lib/identity/confirm-again.ts';

// Few ever see it: only then it is loaded.
const ConfirmAgainDialog = lazy(() => import('#web/features/account/confirm-again-dialog.tsx'));

/** Over the page that is open. */
export function ConfirmAgain() {
  const asked = useConfirmAgain();
  return asked && <Suspense>{<ConfirmAgainDialog answer={asked.answer} />}</Suspense>;
}
