import { type InstalmentPlan, PARTS_MAX, PARTS_MIN } from '#contract/instalments/calls.ts';
import { t } from '#languages/t.ts';
import { Day } from '#web/components/time/written.tsx';
import { useFormats } from '#web/lib/formats/formats.ts';

const COUNTS = Array.from({ length: PARTS_MAX - PARTS_MIN + 1 }, (_, at) => PARTS_MIN + at);

/** In how many parts an invoice is paid; each change is looked at anew. */
export function ChooseParts({ count, onChoose }: { count: number; onChoose: (count: number) => void }) {
  return (
    <label className="block max-w-xs">
      <span className="mb-1 block font-semibold text-sm">{t('instalments.how_many')}</span>
      <select
        className="select w-full"
        value={count}
        onChange={({ target }) => onChoose(Number(target.value))}
      >
        {COUNTS.map((one) => (
          <option key={one} value={one}>
            {t('instalments.count', { count: one })}
          </option>
        ))}
      </select>
    </label>
  );
}

/** When how much is paid, and what the family agrees to by paying the first part. */
export function Plan({ plan: { parts, words, currency } }: { plan: InstalmentPlan }) {
  const { money } = useFormats();
  return (
    <div className="my-5">
      <ol
        className="divide-y divide-base-300 border-base-300 border-y"
        aria-label={t('instalments.instalments')}
      >
        {parts.map(({ day, amount }, at) => (
          <li key={day} className="flex justify-between gap-x-4 py-2">
            <span>
              {t('instalments.nth', { number: at + 1 })} ·{' '}
              {at === 0 ? t('instalments.now') : <Day at={day} />}
            </span>
            <span className="whitespace-nowrap tabular-nums">{money(amount, currency)}</span>
          </li>
        ))}
      </ol>
      <p className="mt-3 font-medium">{words}</p>
    </div>
  );
}
