import type { Generated } from 'kysely';
import type { INVOICE_KINDS, INVOICE_STATES } from '#contract/invoices/office-calls.ts';

/** What was issued to a family; nothing of it changes but whether it is void. */
export type InvoiceRow = {
  _id: string;
  /** `2026-0001`. */
  number: string;
  /** The account that pays; null once it was erased. */
  userid: string | null;
  kind: (typeof INVOICE_KINDS)[number];
  state: (typeof INVOICE_STATES)[number];
  /** Of a credit note: the invoice that it takes back. */
  cancels: Generated<string | null>;
  /** The school's days. */
  issuedday: string;
  dueday: Generated<string | null>;
  /** Cents; negative of a credit note. */
  total: number;
  currency: string;
  /** All that it says, as JSON (`Printed`), names and addresses included. */
  printed: string;
  /** The admin who issued it; null where a run did, and once the account was erased. */
  byid: Generated<string | null>;
  createdat: number;
};

/** A charge or a place that an invoice is over. */
export type InvoiceLineRow = {
  _id: string;
  invoiceid: string;
  chargeid: Generated<string | null>;
  orderid: Generated<string | null>;
  /** 0 once the invoice is void, and of a credit note. */
  stands: 0 | 1;
};

/** The last number of a year that was taken, in the transaction that issued what bears it. */
export type InvoiceNumberRow = { year: string; last: number };
