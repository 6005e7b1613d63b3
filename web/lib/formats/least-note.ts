import { leastCharge } from '#contract/protocols/least-charge.ts';
import { useFormats } from './formats.ts';

/** What is said beside a price of sums that are too small for a card. */
export function useLeastNote() {
  const { money } = useFormats();
  return (currency: string) =>
    `Cards cannot be charged less than ${money(leastCharge(currency) / 100, currency)}: a place that costs less is free.`;
}
