import { type ReactNode, useState } from 'react';
import { t } from '#languages/t.ts';
import { ActionButton } from '#web/components/form/action-button.tsx';
import { Dialog } from './dialog.tsx';

/**
 * Asks before a change that cannot be taken back, or that sends mails. `onConfirm` does it; the dialog waits
 * for it and then closes.
 */
export function ConfirmDialog({
  title,
  confirmLabel,
  cancelLabel = t('common.keep_it'),
  tone = 'error',
  onConfirm,
  onClose,
  other,
  children,
}: {
  title: string;
  confirmLabel: string;
  cancelLabel?: string;
  /** `primary` where it takes nothing away. */
  tone?: 'error' | 'primary';
  onConfirm: () => Promise<unknown>;
  /** A second way to decide. */
  other?: { label: string; onConfirm: () => Promise<unknown> };
  onClose: () => void;
  children: ReactNode;
}) {
  const [isBusy, setIsBusy] = useState(false);
  async function confirm(work: () => Promise<unknown>) {
    setIsBusy(true);
    await work();
    onClose();
  }
  return (
    <Dialog title={title} onClose={onClose}>
      {children}
      <div className="mt-6 flex flex-wrap justify-end gap-3 max-sm:*:grow">
        <button type="button" className="btn" onClick={onClose}>
          {cancelLabel}
        </button>
        {other && (
          <ActionButton className="btn btn-primary" isBusy={isBusy} onClick={() => confirm(other.onConfirm)}>
            {other.label}
          </ActionButton>
        )}
        <ActionButton
          className={tone === 'error' ? 'btn btn-error' : 'btn btn-primary'}
          isBusy={isBusy}
          onClick={() => confirm(onConfirm)}
        >
          {confirmLabel}
        </ActionButton>
      </div>
    </Dialog>
  );
}
