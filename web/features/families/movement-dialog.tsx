import { type ReactNode, useState } from 'react';
import { HAND_KINDS, type HandKind } from '#contract/payments/calls.ts';
import { type PlainId, t } from '#languages/t.ts';
import { Dialog } from '#web/components/dialog/dialog.tsx';
import { ActionButton } from '#web/components/form/action-button.tsx';
import { ChoiceCard } from '#web/components/form/choice-card.tsx';

const WAYS: Record<HandKind, { label: PlainId; hint: PlainId }> = {
  cash: { label: 'payments.cash', hint: 'families.cash_hint' },
  transfer: { label: 'payments.transfer', hint: 'families.transfer_hint' },
};

/** Asks how money came or went. One opening of the dialog is one movement, however often it is sent. */
export function MovementDialog({
  title,
  sentence,
  confirmLabel,
  isFit = () => true,
  onConfirm,
  onClose,
  children,
}: {
  title: string;
  sentence: string;
  confirmLabel: string;
  /** Whether what else is asked can be sent; it says what is wrong itself. */
  isFit?: () => boolean;
  onConfirm: (movement: { kind: HandKind; key: string }) => Promise<unknown>;
  onClose: () => void;
  children?: ReactNode;
}) {
  const [kind, setKind] = useState<HandKind>('cash');
  const [key] = useState(() => crypto.randomUUID());
  const [isBusy, setIsBusy] = useState(false);
  async function confirm() {
    if (!isFit()) return;
    setIsBusy(true);
    await onConfirm({ kind, key });
    onClose();
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{sentence}</p>
      <fieldset className="mt-5">
        <legend className="mb-2 font-semibold text-sm">{t('families.how')}</legend>
        <div className="grid gap-2 sm:grid-cols-2">
          {HAND_KINDS.map((way) => (
            <ChoiceCard
              key={way}
              name="kind"
              isChosen={kind === way}
              onChoose={() => setKind(way)}
              label={t(WAYS[way].label)}
              hint={t(WAYS[way].hint)}
            />
          ))}
        </div>
      </fieldset>
      {children && <div className="mt-5">{children}</div>}
      <div className="mt-6 flex flex-wrap justify-end gap-3 max-sm:*:grow">
        <button type="button" className="btn" onClick={onClose}>
          {t('common.cancel')}
        </button>
        <ActionButton className="btn btn-primary" isBusy={isBusy} onClick={confirm}>
          {confirmLabel}
        </ActionButton>
      </div>
    </Dialog>
  );
}
