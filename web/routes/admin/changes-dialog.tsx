import type { AdminClass } from '#contract/classes/calls.ts';
import { Dialog } from '#web/components/dialog/dialog.tsx';
import { ActionButton } from '#web/components/form/action-button.tsx';
import { Moment } from '#web/components/time/written.tsx';
import { decisionChanges } from '#web/features/classes/changes.ts';
import { ClassDifferences } from '#web/features/classes/class-differences.tsx';
import { useChange } from '#web/lib/api/change.ts';

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
  const { approvedas, changedat } = item;
  function accept() {
    void run({ id: item._id, version: item.version });
    onClose();
  }
  return (
    <Dialog title="Changed since approval" onClose={onClose}>
      {approvedas && changedat ? (
        <>
          <p className="wrap-anywhere mb-2 text-quiet">
            {item.instructorname} changed this class after it was approved, first on <Moment at={changedat} />
            . It is public as it is now.
          </p>
          <ClassDifferences before={approvedas} after={item} />
          <div className="mt-5 flex flex-wrap gap-3">
            <ActionButton className="btn btn-primary" onClick={accept}>
              Accept the changes
            </ActionButton>
            <ActionButton className="btn btn-outline btn-error" onClick={onTakeOff}>
              Take it off the list
            </ActionButton>
          </div>
        </>
      ) : (
        <p>This class is as it was approved.</p>
      )}
    </Dialog>
  );
}
