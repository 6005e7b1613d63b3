import type { ReactNode } from 'react';
import { ActionButton } from '#web/components/form/action-button.tsx';

/** One step of an entry in its list. */
export function Move({
  label,
  isOff,
  isBusy = false,
  onMove,
  children,
}: {
  label: string;
  isOff: boolean;
  isBusy?: boolean;
  onMove: () => void;
  children: ReactNode;
}) {
  return (
    <ActionButton
      className={`btn btn-ghost btn-square btn-sm ${isOff ? 'opacity-30!' : ''}`}
      aria-label={label}
      isUnavailable={isOff || isBusy}
      onClick={onMove}
    >
      {children}
    </ActionButton>
  );
}
