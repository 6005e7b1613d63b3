import type { InvoiceFacts, InvoiceLine } from './printed.ts';

/** A line of an invoice, its tax of 19 % included unless told. */
export function lineOf(gross: number, more: Partial<InvoiceLine> = {}): InvoiceLine {
  const { taxrate = 190 } = more;
  const tax = Math.round((gross * taxrate) / (1000 + taxrate));
  return {
    label: 'Tuition March 2026',
    about: ['Ada Lee · Cello for beginners', '1 – 31 March 2026'],
    taxrate,
    net: gross - tax,
    tax,
    gross,
    ...more,
  };
}

/** An invoice in euros. */
export function factsOf(lines: InvoiceLine[], more: Partial<InvoiceFacts> = {}): InvoiceFacts {
  const taxes = [...Map.groupBy(lines, ({ taxrate }) => taxrate)].map(([taxrate, some]) => ({
    taxrate,
    net: some.reduce((sum, { net }) => sum + net, 0),
    tax: some.reduce((sum, { tax }) => sum + tax, 0),
    gross: some.reduce((sum, { gross }) => sum + gross, 0),
  }));
  return {
    kind: 'invoice',
    number: '2026-0001',
    issuedday: '2026-11-24',
    dueday: '2026-12-08',
    cancels: null,
    reason: null,
    currency: 'eur',
    school: {
      name: 'Cadenza & Friends',
      lines: ['12 Harbour Street', 'D02 Dublin', 'office@cadenza.example'],
      taxnumber: 'IE1234567X',
    },
    payer: { name: 'Grace Lee', lines: ['7 Orchard Road', 'D04 Dublin'] },
    lines,
    taxes,
    total: lines.reduce((sum, { gross }) => sum + gross, 0),
    paid: 0,
    terms: 'Please pay within 14 days. Thank you!',
    bank: { iban: 'IE29AIBK93115212345678', bic: 'AIBKIE2D', holder: 'Cadenza Music School' },
    ...more,
  };
}
