import { type ReactNode, useState } from 'react';
import { HAND_KINDS, type HandKind } from '#contract/payments.ts';
import { ActionButton } from '#web/components/action-button.tsx';
import { Dialog } from '#web/components/dialog.tsx';

const WAYS: Record<HandKind, { label: string; hint: string }> = {
  cash: { label: 'Cash', hint: 'Handed over at the school' },
  transfer: { label: 'Bank transfer', hint: 'To or from the school’s account' },
};

/** Asks how money came or went. One opening of the dialog is one movement, however often it is sent. */
export function MovementDialog({
  title,
  sentence,
  confirmLabel,
  onConfirm,
  onClose,
  children,
}: {
  title: string;
  sentence: string;
  confirmLabel: string;
  onConfirm: (movement: { kind: HandKind; key: string }) => Promise<unknown>;
  onClose: () => void;
  children?: ReactNode;
}) {
  const [kind, setKind] = useState<HandKind>('cash');
  const [key] = useState(() => crypto.randomUUID());
  const [isBusy, setIsBusy] = useState(false);
  async function confirm() {
    setIsBusy(true);
    await onConfirm({ kind, key });
    onClose();
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{sentence}</p>
      <fieldset className="mt-5">
        <legend className="mb-2 font-semibold text-sm">How?</legend>
        <div className="grid gap-2 sm:grid-cols-2">
          {HAND_KINDS.map((way) => (
            <ChoiceCard
              key={way}
              name="kind"
              isChosen={kind === way}
              onChoose={() => setKind(way)}
              {...WAYS[way]}
            />
          ))}
        </div>
      </fieldset>
      {children && <div className="mt-5">{children}</div>}
      <div className="mt-6 flex flex-wrap justify-end gap-3 max-sm:*:grow">
        <button type="button" className="btn" onClick={onClose}>
          Cancel
        </button>
        <ActionButton className="btn btn-primary" isBusy={isBusy} onClick={confirm}>
          {confirmLabel}
        </ActionButton>
      </div>
    </Dialog>
  );
}

/** One of a few ways, with a word of what it means. */
export function ChoiceCard({
  name,
  label,
  hint,
  isChosen,
  isUnavailable = false,
  onChoose,
}: {
  name: string;
  label: string;
  hint: string;
  isChosen: boolean;
  isUnavailable?: boolean;
  onChoose: () => void;
}) {
  return (
    <label
      className={`flex cursor-pointer items-start gap-3 rounded-field border p-3 ${isChosen ? 'border-primary bg-mist' : 'border-base-300'} ${isUnavailable ? 'cursor-default opacity-60' : ''}`}
    >
      <input
        type="radio"
        name={name}
        className="radio radio-sm radio-primary mt-0.5"
        checked={isChosen}
        disabled={isUnavailable}
        onChange={onChoose}
      />
      <span className="min-w-0">
        <span className="wrap-anywhere block font-semibold">{label}</span>
        <span className="block text-quiet text-sm">{hint}</span>
      </span>
    </label>
  );
}
