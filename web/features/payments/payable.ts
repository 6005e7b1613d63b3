import type { PayableInvoice } from '#contract/invoices/office-calls.ts';

/** Invoices of which something can be paid by card and is not in instalments, the oldest first. */
export const payableOf = <I extends PayableInvoice>(invoices: readonly I[]): I[] =>
  invoices
    .filter(({ payable, instalments = [] }) => payable > 0 && !instalments.some(({ left }) => left > 0))
    .reverse();
