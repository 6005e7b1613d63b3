import { PRICE_REASON_MAX } from '#contract/payments/calls.ts';
import { plainNumber } from '#contract/typed.form.ts';
import { t } from '#languages/t.ts';
import { TextField } from '#web/components/form/field.tsx';
import { SumField } from '#web/components/form/sum-field.tsx';

/** A sum that is not the price, as it is typed, and why. */
export type AnotherSum = { amount: string; reason: string };

/** The sum in wire form. */
export const anotherSumOf = (sum: AnotherSum | null) => sum && { ...sum, amount: plainNumber(sum.amount) };

/** Asks for another sum than the price; null while it is the price. */
export function AnotherSumFields({
  sum,
  currency,
  onChange,
}: {
  sum: AnotherSum | null;
  currency: string;
  onChange: (sum: AnotherSum | null) => void;
}) {
  return (
    <div className="space-y-4">
      <label className="flex cursor-pointer items-center gap-3">
        <input
          type="checkbox"
          className="checkbox checkbox-primary checkbox-sm rounded-sm border-[#8a8296]"
          checked={sum !== null}
          onChange={({ target }) => onChange(target.checked ? { amount: '', reason: '' } : null)}
        />
        <span>{t('families.another_sum_was_agreed')}</span>
      </label>
      {sum && (
        <div className="grid gap-4 sm:grid-cols-[8rem_1fr]">
          <SumField
            label={t('families.sum', { currency: currency.toUpperCase() })}
            currency={currency}
            value={sum.amount}
            onChange={({ target }) => onChange({ ...sum, amount: target.value })}
          />
          <TextField
            label={t('families.why')}
            maxLength={PRICE_REASON_MAX}
            hint={t('families.why_hint')}
            value={sum.reason}
            onChange={({ target }) => onChange({ ...sum, reason: target.value })}
          />
        </div>
      )}
    </div>
  );
}
