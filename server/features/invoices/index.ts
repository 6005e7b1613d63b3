export { type Issuing, issueInvoiceIn, issueOpenIn } from './issue-invoice.ts';
export { makeFile } from './make-file.ts';
export { invoiceRows } from './rows.ts';
export { findNumbers, printedOf } from './shown.ts';
export { taxedLine } from './taxed.ts';
