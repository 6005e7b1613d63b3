import { type RefObject, useEffect } from 'react';
import { t } from '#languages/t.ts';
import { Dialog } from '#web/components/dialog/dialog.tsx';
import { guardUnsaved, useLeaving } from '#web/components/layout/leaving.tsx';
import { isEdited } from '#web/lib/drafts/is-edited.ts';

/**
 * Asks before a page is left on which something has been typed and not saved. `isChanged` is for what the
 * form itself does not show, such as an uploaded picture.
 */
export function LeaveGuard({
  form,
  isChanged = false,
  isKept = false,
}: {
  /** Left out where `isChanged` says all there is to say. */
  form?: RefObject<HTMLFormElement | null>;
  isChanged?: boolean;
  /** Whether what was typed is kept on this device. */
  isKept?: boolean;
}) {
  const { why, go, stay } = useLeaving();
  useEffect(() => guardUnsaved(() => isChanged || isEdited(form?.current ?? null)), [form, isChanged]);
  // Of several forms on a page the one that was typed into asks.
  if (why !== 'unsaved' || !(isChanged || isEdited(form?.current ?? null))) return null;
  return (
    <Dialog title={t('common.leave_without_saving')} onClose={stay}>
      <p>{isKept ? t('common.typed_is_kept') : t('common.typed_is_lost')}</p>
      <div className="mt-6 flex flex-wrap justify-end gap-3 max-sm:*:grow">
        <button type="button" className="btn btn-primary" onClick={stay}>
          {t('common.stay')}
        </button>
        <button type="button" className="btn btn-outline" onClick={go}>
          {t('common.leave')}
        </button>
      </div>
    </Dialog>
  );
}
