import type { Language } from '#languages/languages.ts';
import type { Paper } from '#server/pdf/print.ts';

/*
 * What an invoice says, settled when it is issued and kept as JSON (`invoices.as`): sums in cents, and every
 * word as it is printed, so that no other wording, format or name of later changes what was issued.
 */

export type Bank = { iban: string; bic?: string; holder: string };

export type InvoiceLine = {
  /** What is billed. */
  label: string;
  /** Whom, which class and which days it is for, one below the other. */
  about: string[];
  /** Per mille. */
  taxrate: number;
  net: number;
  tax: number;
  gross: number;
};

export type TaxSum = Pick<InvoiceLine, 'taxrate' | 'net' | 'tax' | 'gross'>;

export type InvoiceFacts = {
  kind: 'invoice' | 'credit';
  number: string;
  issuedday: string;
  /** Null of a credit note. */
  dueday: string | null;
  /** Of a credit note: the number of the invoice that it takes back, and why. */
  cancels: string | null;
  reason: string | null;
  currency: string;
  school: { name: string; lines: string[]; taxnumber: string | null };
  payer: { name: string; lines: string[] };
  lines: InvoiceLine[];
  taxes: TaxSum[];
  total: number;
  /** What was paid of it before it was issued. */
  paid: number;
  /** What the school says below each invoice. */
  terms: string | null;
  bank: Bank | null;
};

export type InvoiceWords = {
  title: string;
  to: string;
  facts: [label: string, value: string][];
  columns: string[];
  rows: { label: string; about: string[]; sums: string[] }[];
  sums: { label: string; value: string; isTotal?: true }[];
  pay: { heading: string; facts: [label: string, value: string][]; scan: string | null } | null;
  notes: string[];
  /** With `%1` for the number of a page and `%2` for how many there are. */
  page: string;
};

export type Printed = InvoiceFacts & {
  language: Language;
  paper: Paper;
  /** The colour of the school, `#rrggbb`. */
  colour: string;
  /** What the QR code of a transfer says. */
  transfer: string | null;
  words: InvoiceWords;
};

/** What is drawn of an invoice or a statement, on one or several sheets. */
export type Sheet = Pick<
  Printed,
  'language' | 'paper' | 'colour' | 'issuedday' | 'school' | 'payer' | 'transfer' | 'words'
>;
