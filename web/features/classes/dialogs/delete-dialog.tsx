import type { MusicClass } from '#contract/classes/calls.ts';
import { t } from '#languages/t.ts';
import { Dialog } from '#web/components/dialog/dialog.tsx';
import { OwnWords } from '#web/components/own-words.tsx';
import { decisionChanges } from '#web/features/classes/changes.ts';
import { useChange } from '#web/lib/api/change.ts';
import { rich } from '#web/lib/rich.ts';

/** Asks once more before a class is deleted. */
export function DeleteDialog({
  item,
  onCallOff,
  onClose,
}: {
  item: Pick<MusicClass, '_id' | 'classname' | 'enrolledstudents'>;
  /** Opens the dialog that ends places, too. */
  onCallOff: () => void;
  onClose: () => void;
}) {
  const { run } = useChange(decisionChanges, 'deleteClass');
  return (
    <Dialog title={t('classes.ask_delete')} onClose={onClose}>
      <p>
        {rich('classes.delete_means', {
          classname: (
            <strong>
              <OwnWords>{item.classname}</OwnWords>
            </strong>
          ),
        })}
      </p>
      {item.enrolledstudents > 0 && (
        <p className="mt-4">
          {rich('calloffs.instead_of_deleting', {
            link: (words) => (
              <button type="button" className="link" onClick={onCallOff}>
                {words}
              </button>
            ),
          })}
        </p>
      )}
      <div className="mt-6 flex flex-wrap justify-end gap-3 max-sm:*:grow">
        <button type="button" className="btn" onClick={onClose}>
          {t('common.no')}
        </button>
        <button
          type="button"
          className="btn btn-error"
          onClick={() => {
            void run({ id: item._id });
            onClose();
          }}
        >
          {t('common.yes')}
        </button>
      </div>
    </Dialog>
  );
}
