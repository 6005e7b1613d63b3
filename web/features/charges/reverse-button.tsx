import { useState } from 'react';
import type { StatementLine } from '#contract/statement/calls.ts';
import { t } from '#languages/t.ts';
import { ConfirmDialog } from '#web/components/dialog/confirm-dialog.tsx';
import { useSave } from '#web/lib/api/change.ts';
import { useFormats } from '#web/lib/formats/formats.ts';
import { chargeChanges } from './changes.ts';

type Props = { line: StatementLine & { chargeid: string }; currency: string };

/** Takes a charge back, once the admin has confirmed it. */
export function ReverseButton({ line: { chargeid, label, amount, kind }, currency }: Props) {
  const [isAsking, setIsAsking] = useState(false);
  const [key] = useState(() => crypto.randomUUID());
  const { money } = useFormats();
  const save = useSave(chargeChanges);
  const sum = money(Math.abs(amount), currency);
  return (
    <>
      <button type="button" className="btn btn-outline btn-sm mt-3" onClick={() => setIsAsking(true)}>
        {t('charges.reverse')}
      </button>
      {isAsking && (
        <ConfirmDialog
          title={t('charges.reverse_question')}
          confirmLabel={t('charges.reverse')}
          onConfirm={() => save('reverseCharge', { id: chargeid, key })}
          onClose={() => setIsAsking(false)}
        >
          <p className="wrap-anywhere" dir="auto">
            {label}
          </p>
          <p className="mt-2">
            {t(amount < 0 ? 'charges.reverse_raises' : 'charges.reverse_lowers', { sum })}
            {kind === 'tuition' && ` ${t('charges.reverse_with_discount')}`}
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
