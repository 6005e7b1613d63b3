import type { Generated } from 'kysely';
import type { INSTALMENT_STATES } from '#contract/instalments/calls.ts';

/**
 * A part of an invoice that is paid in instalments. It says when how much is due, and no part of it is summed:
 * what is open of an invoice is asked of the ledger.
 */
export type InstalmentRow = {
  _id: string;
  invoiceid: string;
  /** Who agreed to it, and whose card pays; null once the account was erased. */
  userid: string | null;
  /** 1 is the one that began them. */
  number: number;
  /** The school's day on which it is due. */
  day: string;
  /** Cents. */
  amount: number;
  state: (typeof INSTALMENT_STATES)[number];
  /** The payment that is being tried or has paid it; null where none was, and of one paid by hand or with places. */
  paymentid: string | null;
  /** How often the card was tried in vain. */
  attempts: number;
  /** Why the last try failed, by the card service's code; null where none did. */
  refusal: string | null;
  /** When a worker has to look at it next; null when nothing is left to do. */
  workat: number | null;
  /** Whose claim `workat` is, as `leasesOf` writes it. */
  lease: Generated<string | null>;
  createdat: number;
  updatedat: number;
};
