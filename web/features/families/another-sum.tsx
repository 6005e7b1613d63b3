import { type RefObject, useRef, useState } from 'react';
import type { Faults } from '#contract/fields.form.ts';
import { PRICE_REASON_MAX } from '#contract/payments/calls.ts';
import { AnotherPaidSumDraft, AnotherSumDraft } from '#contract/payments/movement-form.ts';
import { plainNumber } from '#contract/typed.form.ts';
import { t } from '#languages/t.ts';
import { TextField } from '#web/components/form/field.tsx';
import { SumField } from '#web/components/form/sum-field.tsx';
import { useFaults } from '#web/lib/forms/use-faults.ts';

/** A sum that is not the price, as it is typed, and why. */
type AnotherSum = { amount: string; reason: string };

/**
 * Another sum than the price, if one was agreed: `sum` is it in wire form, `isFit` says what is wrong with it
 * at its fields, and gives whether it can be sent.
 */
export function useAnotherSum(of: 'agreed' | 'paid') {
  const [typed, setTyped] = useState<AnotherSum | null>(null);
  const part = useRef<HTMLDivElement>(null);
  const { faults, check, clear } = useFaults(of === 'paid' ? AnotherPaidSumDraft : AnotherSumDraft, part);
  const sum = typed && { ...typed, amount: plainNumber(typed.amount) };
  function change(changed: AnotherSum | null) {
    if (changed?.amount !== typed?.amount) clear('amount');
    if (changed?.reason !== typed?.reason) clear('reason');
    setTyped(changed);
  }
  return {
    sum,
    isFit: () => sum === null || check(sum),
    fields: { typed, part, faults, onChange: change },
  };
}

type Props = {
  typed: AnotherSum | null;
  part: RefObject<HTMLDivElement | null>;
  faults: Faults;
  currency: string;
  onChange: (sum: AnotherSum | null) => void;
};

/** Asks for another sum than the price; null while it is the price. */
export function AnotherSumFields({ typed, part, faults, currency, onChange }: Props) {
  return (
    <div ref={part} className="space-y-4">
      <label className="flex cursor-pointer items-center gap-3">
        <input
          type="checkbox"
          className="checkbox checkbox-primary checkbox-sm rounded-sm border-[#8a8296]"
          checked={typed !== null}
          onChange={({ target }) => onChange(target.checked ? { amount: '', reason: '' } : null)}
        />
        <span>{t('families.another_sum_was_agreed')}</span>
      </label>
      {typed && (
        <div className="grid gap-4 sm:grid-cols-[8rem_1fr]">
          <SumField
            label={t('families.sum', { currency: currency.toUpperCase() })}
            currency={currency}
            value={typed.amount}
            error={faults.amount}
            onChange={({ target }) => onChange({ ...typed, amount: target.value })}
          />
          <TextField
            label={t('families.why')}
            maxLength={PRICE_REASON_MAX}
            hint={t('families.why_hint')}
            value={typed.reason}
            error={faults.reason}
            onChange={({ target }) => onChange({ ...typed, reason: target.value })}
          />
        </div>
      )}
    </div>
  );
}
