import type { Generated } from 'kysely';

/**
 * A payment by card that an account makes for its invoices: `open` until the card service says that it is paid
 * or can never be.
 */
export type FamilyPaymentRow = {
  _id: string;
  /** Who pays; null once the account was erased. */
  userid: string | null;
  /** The invoices that it pays before all else, as JSON. */
  invoiceids: string;
  /** Cents, as asked for. */
  amount: number;
  currency: string;
  state: 'open' | 'paid' | 'ended';
  /** The payment at the card service, and what the browser confirms it with; null until they are known. */
  intentid: string | null;
  clientsecret: string | null;
  /** The instalment that it pays; null where it is for all that is open, or begins instalments. */
  instalmentid: Generated<string | null>;
  /** The instalments that it begins once it is paid, and what the account agreed to, as JSON; null for none. */
  plan: Generated<string | null>;
  /** The account that agreed to them; null where it begins none. */
  agreedby: Generated<string | null>;
  /** 1 where a worker charges the saved card, and no browser may make it. */
  offsession: Generated<0 | 1>;
  /** The movement by which it is in the ledger; null while no money has come. */
  ledgerid: string | null;
  cardlast4: string | null;
  /** When a worker has to look at it next; null when nothing is left to do. */
  workat: number | null;
  /** Whose claim `workat` is, as `leasesOf` writes it. */
  lease: Generated<string | null>;
  createdat: number;
  updatedat: number;
};
