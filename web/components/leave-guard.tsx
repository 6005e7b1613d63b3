import { type RefObject, useEffect } from 'react';
import { useBlocker } from 'react-router';
import { isEdited } from '#web/lib/is-edited.ts';
import { Dialog } from './dialog.tsx';

/** The state of a navigation that follows a save: nothing is lost by it. */
export const AFTER_SAVE = { isSaved: true };

/**
 * Asks before a page is left on which something has been typed and not saved. `isChanged` is for what the form itself does not
 * show, such as an uploaded picture.
 */
export function LeaveGuard({
  form,
  isChanged = false,
}: {
  form: RefObject<HTMLFormElement | null>;
  isChanged?: boolean;
}) {
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    if (nextLocation.pathname === currentLocation.pathname) return false;
    if ((nextLocation.state as Partial<typeof AFTER_SAVE> | null)?.isSaved) return false;
    return isChanged || isEdited(form.current);
  });
  useEffect(() => {
    // The browser asks in its own words.
    const ask = (event: BeforeUnloadEvent) => {
      if (isChanged || isEdited(form.current)) event.preventDefault();
    };
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [form, isChanged]);
  if (blocker.state !== 'blocked') return null;
  return (
    <Dialog title="Leave without saving?" onClose={() => blocker.reset()}>
      <p>What you have typed here would be lost.</p>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <button type="button" className="btn btn-primary" onClick={() => blocker.reset()}>
          Stay
        </button>
        <button type="button" className="btn btn-outline" onClick={() => blocker.proceed()}>
          Leave
        </button>
      </div>
    </Dialog>
  );
}
