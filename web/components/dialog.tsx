import { X } from 'lucide-react';
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';

/**
 * A modal dialog that is open as long as it is rendered. The browser keeps the focus inside and gives it back; Esc and the
 * close button call `onClose`, which takes the dialog away.
 */
export function Dialog({
  title,
  onClose,
  children,
}: {
  title: string;
  onClose: () => void;
  children: ReactNode;
}) {
  const element = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useLayoutEffect(() => {
    const dialog = element.current;
    dialog?.showModal();
    // Closed before it leaves the page, since only then the focus goes back to where it was.
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={element}
      aria-labelledby={titleId}
      // Whatever it was opened from, a table's cell too, its words are set like any others.
      className="modal modal-bottom text-start text-base sm:modal-middle"
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClose={({ currentTarget }) => {
        // A second Esc closes without asking.
        if (currentTarget.isConnected && !currentTarget.open) onClose();
      }}
    >
      <div className="modal-box max-w-lg p-6 sm:p-8">
        <div className="mb-4 flex items-start justify-between gap-4">
          <h2 id={titleId} className="text-subheading">
            {title}
          </h2>
          <button
            type="button"
            className="btn btn-ghost btn-square btn-sm"
            aria-label="Close"
            onClick={onClose}
          >
            <X className="size-5" aria-hidden="true" />
          </button>
        </div>
        {children}
      </div>
    </dialog>
  );
}
