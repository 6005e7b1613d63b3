import type { Bank } from './printed.ts';

/** Characters that the fields of a transfer take (EPC069-12, 3.1 of version 2.1). */
const NAME_MAX = 70;
const TEXT_MAX = 140;
const AMOUNT_MAX = 99_999_999_999;

type Transfer = { bank: Bank; currency: string; amount: number; reference: string };

/**
 * What the QR code of a transfer says by EPC069-12, which banking apps read; null where the standard has none:
 * it is for sums in euros alone.
 */
export function transferCode({ bank, currency, amount, reference }: Transfer): string | null {
  if (currency.toUpperCase() !== 'EUR' || amount < 1 || amount > AMOUNT_MAX) return null;
  const oneLine = (text: string, max: number) =>
    [...text.replace(/\s+/g, ' ').trim()].slice(0, max).join('').trim();
  return [
    'BCD',
    // Without a BIC inside of the European Economic Area.
    '002',
    // UTF-8.
    '1',
    'SCT',
    bank.bic?.replace(/\s/g, '') ?? '',
    oneLine(bank.holder, NAME_MAX),
    bank.iban.replace(/\s/g, ''),
    `EUR${(amount / 100).toFixed(2)}`,
    // No purpose and no structured reference.
    '',
    '',
    oneLine(reference, TEXT_MAX),
  ].join('\n');
}
