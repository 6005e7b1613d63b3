export { type Issuing, issueInvoiceIn, issueOpenIn } from './issue-invoice.ts';
export { makeFile } from './make-file.ts';
export { printInThread } from './print-in-thread.ts';
export { paperOf, printInvoice } from './print-invoice.ts';
export type { Sheet } from './printed.ts';
export { invoiceRows } from './rows.ts';
export { findNumbers, printedOf } from './shown.ts';
export { taxedLine } from './taxed.ts';
