import { type ComponentProps, useState } from 'react';
import { understoodSum } from '#contract/typed.form.ts';
import { useFormats } from '#web/lib/formats/formats.ts';
import { TextField } from './field.tsx';

/**
 * A `TextField` for a sum. Below it stands what was understood, where the reader's language writes it
 * differently: in the space that is between fields anyway, so that nothing moves.
 */
export function SumField({ currency, ...field }: { currency: string } & ComponentProps<typeof TextField>) {
  const { money } = useFormats();
  const [typed, setTyped] = useState('');
  const sum = understoodSum(typed);
  return (
    <div className="relative h-fit">
      <TextField
        inputMode="decimal"
        autoComplete="off"
        {...field}
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <output className="absolute inset-s-0 top-full mt-1 truncate text-quiet text-xs">
        {sum !== undefined && money(sum, currency)}
      </output>
    </div>
  );
}
