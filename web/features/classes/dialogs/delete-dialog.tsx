import type { MusicClass } from '#contract/classes/calls.ts';
import { Dialog } from '#web/components/dialog/dialog.tsx';
import { decisionChanges } from '#web/features/classes/changes.ts';
import { useChange } from '#web/lib/api/change.ts';

/** Asks once more before a class is deleted. */
export function DeleteDialog({
  item,
  onClose,
}: {
  item: Pick<MusicClass, '_id' | 'classname'>;
  onClose: () => void;
}) {
  const { run } = useChange(decisionChanges, 'deleteClass');
  return (
    <Dialog title="Are You Ready to delete this?" onClose={onClose}>
      <p>
        <strong>{item.classname}</strong> leaves every list. Enrolled students keep their places, and no
        payment is lost. Sums that are still owed for it are cancelled, and the families get an email.
      </p>
      <div className="mt-6 flex flex-wrap justify-end gap-3 max-sm:*:grow">
        <button type="button" className="btn" onClick={onClose}>
          No
        </button>
        <button
          type="button"
          className="btn btn-error"
          onClick={() => {
            void run({ id: item._id });
            onClose();
          }}
        >
          Yes
        </button>
      </div>
    </Dialog>
  );
}
