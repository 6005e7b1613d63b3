import { lazy, Suspense, useState } from 'react';
import type { InstructorProfile } from '#contract/instructors/calls.ts';
import { t } from '#languages/t.ts';
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
        {t('instructors.remove_text')}
      </button>
      {isAsking && (
        <Suspense>
          <ConfirmDialog
            title={t('instructors.ask_remove_text')}
            confirmLabel={t('common.remove')}
            onConfirm={() => run({ id: _id })}
            onClose={() => setIsAsking(false)}
          >
            <p>{t('instructors.remove_text_means', { name })}</p>
          </ConfirmDialog>
        </Suspense>
      )}
    </div>
  );
}
