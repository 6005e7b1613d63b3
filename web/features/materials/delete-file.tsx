import type { LessonFile } from '#contract/materials/calls.ts';
import { t } from '#languages/t.ts';
import { ConfirmDialog } from '#web/components/dialog/confirm-dialog.tsx';
import { DialogButton } from '#web/components/dialog/dialog-button.tsx';
import { useSave } from '#web/lib/api/change.ts';
import { materialChanges } from './changes.ts';

/** Asks first: families may have been told of it. */
export function DeleteFile({ file: { _id: id, name } }: { file: LessonFile }) {
  const save = useSave(materialChanges);
  return (
    <DialogButton label={t('common.delete')} of={name} className="btn btn-ghost btn-sm text-error">
      {(close) => (
        <ConfirmDialog
          title={t('materials.delete_file')}
          confirmLabel={t('common.delete')}
          onConfirm={() => save('deleteFile', { id, name })}
          onClose={close}
        >
          <p className="wrap-anywhere">{t('materials.delete_file_named', { name })}</p>
        </ConfirmDialog>
      )}
    </DialogButton>
  );
}
