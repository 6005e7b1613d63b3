import { Dialog } from '#web/components/dialog.tsx';

/** Asks once more before a class is deleted. */
export function DeleteDialog({
  classname,
  onYes,
  onClose,
}: {
  classname: string;
  onYes: () => void;
  onClose: () => void;
}) {
  return (
    <Dialog title="Are You Ready to delete this?" onClose={onClose}>
      <p>
        <strong>{classname}</strong> leaves every list. Students who are enrolled keep it, and no payment is
        lost.
      </p>
      <div className="mt-6 flex flex-wrap justify-end gap-3 max-sm:*:grow">
        <button type="button" className="btn" onClick={onClose}>
          No
        </button>
        <button
          type="button"
          className="btn btn-error"
          onClick={() => {
            onYes();
            onClose();
          }}
        >
          Yes
        </button>
      </div>
    </Dialog>
  );
}
