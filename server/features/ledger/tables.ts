import type { Generated } from 'kysely';
import type { MOVEMENTS } from '#contract/payments/calls.ts';

/** What moved at the provider; rows are only ever added. */
export type LedgerRow = {
  _id: string;
  /** Null where it moved for all the orders of a checkout. */
  orderid: string | null;
  /** Of what moved for an order of a checkout, too. */
  checkoutid: Generated<string | null>;
  kind: (typeof MOVEMENTS)[number];
  /**
   * The provider's id of the movement; of money that came or went by hand, the key of the call that says so.
   */
  ref: string;
  amount: number;
  /**
   * 1 where from it on the order's seat is paid for, -1 where no more; 0 for what changes nothing about that.
   */
  seats: Generated<number>;
  createdat: number;
  /** The account that it moved for, where that is no single place; null once it was erased. */
  userid: Generated<string | null>;
  /** The school's day on which it moved, where an admin said so; else it is that of `createdat`. */
  day: Generated<string | null>;
  /** Of what went back of a family's card payment: the movement by which it came. */
  returnof: Generated<string | null>;
};

/**
 * What of a movement, or of a credit, paid which place or which invoice. Rows are only added, but for the undo of a
 * merge, which takes away what one family paid of the other's.
 */
export type AllocationRow = {
  ledgerid: Generated<string | null>;
  /** What lowers what the family owes (a charge below zero), in place of a movement. */
  chargeid: Generated<string | null>;
  orderid: string | null;
  invoiceid: string | null;
  /** Cents. */
  amount: number;
  /** 1 where from it on the order's seat is paid for. */
  seats: Generated<number>;
  createdat: number;
};

/**
 * An account that may owe something beside places: it was charged, got money back or was sent an invoice, and
 * nothing has shown since that it owes nothing. Debts are looked for among these alone; what they come to is
 * always summed.
 */
export type OpenAccountRow = {
  userid: string;
  /** When a worker looks at it next. */
  workat: number;
  /** Whose claim `workat` is, as `leasesOf` writes it; void once `workat` is another. */
  lease: Generated<string | null>;
};

/** The sums of the ledger's rows of one day at the school, stored once the day is over. */
export type LedgerDayRow = {
  startsat: number;
  endsat: number;
  kind: LedgerRow['kind'];
  amount: number;
  seats: number;
};
