import { useSearchParams } from 'react-router';
import { type InstalmentPlan, PARTS_MAX, PARTS_MIN } from '#contract/instalments/calls.ts';
import { leastCharge } from '#contract/protocols/least-charge.ts';
import { t } from '#languages/t.ts';
import { Day } from '#web/components/time/written.tsx';
import { useFormats } from '#web/lib/formats/formats.ts';

const COUNTS = Array.from({ length: PARTS_MAX - PARTS_MIN + 1 }, (_, at) => PARTS_MIN + at);

/** In how many parts it is paid unless the payer says so. */
export const PARTS_USUAL = 3;

/** In how many instalments places are paid, as the address of a payment’s page says; undefined for all at once. */
export function partsIn(url: string): number | undefined {
  const count = Number(new URL(url).searchParams.get('parts'));
  return Number.isInteger(count) && count >= PARTS_MIN && count <= PARTS_MAX ? count : undefined;
}

/** Whether a sum, in currency units, is enough for a card in parts. */
const isDivisible = (sum: number, currency: string, count: number = PARTS_USUAL) =>
  Math.floor((sum * 100) / count) >= leastCharge(currency);

/** Lets places be paid in instalments, and says when how much is taken; it stands in the address of the page. */
export function InParts({
  plan,
  sum,
  currency,
}: {
  plan: AgreedPlan | undefined;
  sum: number;
  currency: string;
}) {
  const [params, setParams] = useSearchParams();
  const go = (count: number | undefined) => {
    const changed = new URLSearchParams(params);
    if (count) changed.set('parts', String(count));
    else changed.delete('parts');
    setParams(changed, { replace: true, preventScrollReset: true });
  };
  if (plan)
    return (
      <>
        <ChooseParts
          count={plan.parts.length}
          counts={COUNTS.filter((count) => isDivisible(sum, currency, count))}
          onChoose={go}
          hasAtOnce
        />
        <Plan plan={plan} />
      </>
    );
  if (!isDivisible(sum, currency)) return null;
  return (
    <button type="button" className="link mb-5 inline-block min-h-6 text-sm" onClick={() => go(PARTS_USUAL)}>
      {t('instalments.split')}
    </button>
  );
}

/**
 * In how many parts it is paid; each change is looked at anew. `hasAtOnce` where all at once can be chosen here,
 * too.
 */
export function ChooseParts({
  count,
  counts = COUNTS,
  onChoose,
  hasAtOnce = false,
}: {
  count: number;
  counts?: readonly number[];
  onChoose: (count: number | undefined) => void;
  hasAtOnce?: boolean;
}) {
  return (
    <label className="block max-w-xs">
      <span className="mb-1 block font-semibold text-sm">{t('instalments.how_many')}</span>
      <select
        className="select w-full"
        value={count}
        onChange={({ target }) => onChoose(Number(target.value) || undefined)}
      >
        {hasAtOnce && <option value="">{t('instalments.at_once')}</option>}
        {counts.map((one) => (
          <option key={one} value={one}>
            {t('instalments.count', { count: one })}
          </option>
        ))}
      </select>
    </label>
  );
}

type AgreedPlan = Pick<InstalmentPlan, 'parts' | 'words' | 'currency'>;

/** When how much is paid, and what the family agrees to by paying the first part. */
export function Plan({ plan: { parts, words, currency } }: { plan: AgreedPlan }) {
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
