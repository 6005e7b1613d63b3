import type { InvoiceLine, TaxSum } from './printed.ts';

/** A line over an amount in cents that includes tax of a rate per mille. */
export function taxedLine(
  gross: number,
  taxrate: number,
  of: Pick<InvoiceLine, 'label' | 'about'>,
): InvoiceLine {
  const tax = Math.sign(gross) * Math.round((Math.abs(gross) * taxrate) / (1000 + taxrate));
  return { ...of, taxrate, net: gross - tax, tax, gross };
}

/** The sums of lines by rate, the highest first; each is the sum of what the lines say. */
export const sumTaxes = (lines: readonly InvoiceLine[]): TaxSum[] =>
  [...Map.groupBy(lines, ({ taxrate }) => taxrate)]
    .sort(([one], [other]) => other - one)
    .map(([taxrate, some]) => ({
      taxrate,
      net: sumOf(some.map(({ net }) => net)),
      tax: sumOf(some.map(({ tax }) => tax)),
      gross: sumOf(some.map(({ gross }) => gross)),
    }));

const sumOf = (cents: readonly number[]) => cents.reduce((sum, one) => sum + one, 0);
