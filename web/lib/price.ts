import { useConfig } from './config.ts';

/** By currency. Making one takes as long as rendering a whole card. */
const formats = new Map<string, Intl.NumberFormat>();

function formatOf(currency: string): Intl.NumberFormat {
  const known = formats.get(currency);
  if (known) return known;
  const made = new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    trailingZeroDisplay: 'stripIfInteger',
  });
  formats.set(currency, made);
  return made;
}

/** Money as people read it: `amount` in currency units, `currency` as ISO 4217; whole amounts without decimals. */
export const formatPrice = (amount: number, currency: string): string => formatOf(currency).format(amount);

/** Gives the function that writes an amount in the school's currency. */
export function usePrice(): (amount: number) => string {
  const { currency } = useConfig().school;
  return (amount) => formatPrice(amount, currency);
}

/** What enrolling costs on top of the class's own price, such as `+ $60 enrolment fee`; empty where that price is all. */
export function useFeeNote(): string {
  const { enrolmentPrice, currency } = useConfig().school;
  if (enrolmentPrice === 'class' || enrolmentPrice === 0) return '';
  return `+ ${formatPrice(enrolmentPrice, currency)} enrolment fee`;
}
