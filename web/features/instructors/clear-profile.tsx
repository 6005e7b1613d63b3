import { lazy, Suspense, useState } from 'react';
import type { InstructorProfile } from '#contract/instructors/calls.ts';
import { useChange } from '#web/lib/api/change.ts';
import { useSession } from '#web/lib/session/session.ts';
import { profileChanges } from './changes.ts';

const ConfirmDialog = lazy(() =>
  import('#web/components/dialog/confirm-dialog.tsx').then((module) => ({ default: module.ConfirmDialog })),
);

/** Lets an admin remove an instructor's profile; other visitors do not see it. */
export function ClearProfile({
  instructor: { _id, name, words, instruments },
}: {
  instructor: InstructorProfile;
}) {
  const session = useSession();
  const { run } = useChange(profileChanges, 'clearProfile');
  const [isAsking, setIsAsking] = useState(false);
  const isAdmin = session.state === 'signed-in' && session.user.role === 'admin';
  if (!isAdmin || (!words && instruments.length === 0)) return null;
  return (
    <div className="mt-6">
      <button type="button" className="btn btn-outline btn-error btn-sm" onClick={() => setIsAsking(true)}>
        Remove this text
      </button>
      {isAsking && (
        <Suspense>
          <ConfirmDialog
            title="Remove this text?"
            confirmLabel="Remove"
            onConfirm={() => run({ id: _id })}
            onClose={() => setIsAsking(false)}
          >
            <p>
              The text and the instruments of {name} are removed; the page stays, and {name} can write a new
              text. The log records that you did it.
            </p>
          </ConfirmDialog>
        </Suspense>
      )}
    </div>
  );
}
