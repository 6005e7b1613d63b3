import { type ReactNode, useState } from 'react';
import { ActionButton } from './action-button.tsx';
import { Dialog } from './dialog.tsx';

/** Asks before something that cannot be taken back. `onConfirm` does it; the dialog waits for it and then closes. */
export function ConfirmDialog({
  title,
  confirmLabel,
  cancelLabel = 'Keep it',
  onConfirm,
  onClose,
  children,
}: {
  title: string;
  confirmLabel: string;
  cancelLabel?: string;
  onConfirm: () => Promise<void>;
  onClose: () => void;
  children: ReactNode;
}) {
  const [isBusy, setIsBusy] = useState(false);
  async function confirm() {
    setIsBusy(true);
    await onConfirm();
    onClose();
  }
  return (
    <Dialog title={title} onClose={onClose}>
      {children}
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <button type="button" className="btn" onClick={onClose}>
          {cancelLabel}
        </button>
        <ActionButton className="btn btn-error" isBusy={isBusy} onClick={confirm}>
          {confirmLabel}
        </ActionButton>
      </div>
    </Dialog>
  );
}
