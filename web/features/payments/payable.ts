import type { PayableInvoice } from '#contract/invoices/office-calls.ts';

/** Invoices of which something can be paid by card, the oldest first. */
export const payableOf = <I extends PayableInvoice>(invoices: readonly I[]): I[] =>
  invoices.filter(({ payable }) => payable > 0).reverse();
