/** When invoices are due and what they say: one row, `school`, once an admin has said anything. */
export type BillingSettingsRow = {
  _id: string;
  dueafterdays: number;
  /** In cents, and how many days after an invoice was due; both null where there is none. */
  latefee: number | null;
  latefeeafterdays: number | null;
  /** Per mille; it is in the prices. */
  taxrate: number;
  taxnumber: string | null;
  invoicetext: string | null;
  /** In capitals, without spaces. */
  iban: string | null;
  bic: string | null;
  holder: string | null;
  /** Rises with every change. */
  version: number;
};
