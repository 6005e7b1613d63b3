import { leastCharge } from '#contract/protocols/least-charge.ts';
import { t } from '#languages/t.ts';
import { useFormats } from './formats.ts';

/** What is said beside a price of sums that are too small for a card. */
export function useLeastNote() {
  const { money } = useFormats();
  return (currency: string) =>
    t('payments.least_charge', { least: money(leastCharge(currency) / 100, currency) });
}
