import type { AdminClass } from '#contract/classes/calls.ts';
import { classOfficeCalls } from '#contract/classes/office-calls.ts';
import { teacherName } from '#contract/former.ts';
import { t } from '#languages/t.ts';
import { Dialog } from '#web/components/dialog/dialog.tsx';
import { ActionButton } from '#web/components/form/action-button.tsx';
import { Moment } from '#web/components/time/written.tsx';
import { decisionChanges } from '#web/features/classes/changes.ts';
import { ClassDifferences } from '#web/features/classes/class-differences.tsx';
import { useChange } from '#web/lib/api/change.ts';
import { rich } from '#web/lib/rich.ts';
import { useMay } from '#web/lib/session/may.ts';

/** What an approved class was changed to, beside what was approved, and what an admin can do about it. */
export function ChangesDialog({
  item,
  onTakeOff,
  onClose,
}: {
  item: AdminClass;
  onTakeOff: () => void;
  onClose: () => void;
}) {
  const { run } = useChange(decisionChanges, 'acceptClass');
  const mayDecide = useMay()(classOfficeCalls.acceptClass);
  const { approvedas, changedat } = item;
  function accept() {
    void run({ id: item._id, version: item.version });
    onClose();
  }
  return (
    <Dialog title={t('classes.changed_since_approval')} onClose={onClose}>
      {approvedas && changedat ? (
        <>
          <p className="wrap-anywhere mb-2 text-quiet">
            {rich('classes.changed_after_approval', {
              teacher: teacherName(item.instructorname),
              moment: <Moment at={changedat} />,
            })}
          </p>
          <ClassDifferences before={approvedas} after={item} />
          {mayDecide && (
            <div className="mt-5 flex flex-wrap gap-3">
              <ActionButton className="btn btn-primary" onClick={accept}>
                {t('classes.accept_changes')}
              </ActionButton>
              <ActionButton className="btn btn-outline btn-error" onClick={onTakeOff}>
                {t('classes.take_it_off')}
              </ActionButton>
            </div>
          )}
        </>
      ) : (
        <p>{t('classes.is_as_approved')}</p>
      )}
    </Dialog>
  );
}
