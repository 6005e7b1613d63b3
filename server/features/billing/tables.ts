import type { Generated } from 'kysely';

/** When invoices are due and what they say: one row, `school`, once an admin has said anything. */
export type BillingSettingsRow = {
  _id: string;
  dueafterdays: number;
  /** In cents, and how many days after an invoice was due; both null where there is none. */
  latefee: number | null;
  latefeeafterdays: number | null;
  /** When the fee was switched on; null where there is none. */
  latefeesince: number | null;
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

/**
 * That a lesson is billed to a learner, once: by a run’s charge, or by the first sum of the place. It says what
 * was billed for it, which is what a lesson that is not held gives back.
 */
export type ChargeLessonRow = {
  lessonid: string;
  learnerid: string;
  classid: string;
  day: string;
  chargeid: string | null;
  orderid: string | null;
  /** In cents. */
  amount: number;
  /** The charge of kind `credit` that gave it back; null while it stands. */
  creditid: Generated<string | null>;
  createdat: number;
};

/** That an admin bills the lessons of a period, which a job does class by class. */
export type BillingRunRow = {
  _id: string;
  periodfrom: string;
  periodto: string;
  /** Classes in the order of their ids, each with the version of its rows, and rows that are left out, as JSON. */
  classes: string;
  leaveout: string;
  /** How many of the classes are done. */
  at: Generated<number>;
  /** How many rows are done, and of how many. */
  done: Generated<number>;
  of: number;
  /** How many charges and credits it added, and their sum in cents. */
  charges: Generated<number>;
  sum: Generated<number>;
  /** Ids of the accounts that it charged or credited, as JSON, until each has its invoice. */
  families: Generated<string>;
  /** How many of these are done, and how many invoices were issued. */
  familyat: Generated<number>;
  invoices: Generated<number>;
  /** The admin who asked for it; null once that account was erased. */
  byid: string | null;
  /** When a worker has to look at it next; null once it is done. */
  workat: number | null;
  /** Whose claim `workat` is, as `leasesOf` writes it; void once `workat` is another. */
  lease: Generated<string | null>;
  createdat: number;
};
