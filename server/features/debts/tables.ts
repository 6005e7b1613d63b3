import type { Generated } from 'kysely';

/** What a family was told of the day on which an invoice is due, and what followed. */
export type DueNoticeRow = {
  invoiceid: string;
  /** When the mail was written that it is due soon, and the one that it was due; null until then. */
  soonat: Generated<number | null>;
  overdueat: Generated<number | null>;
  /** The late fee that the latter announces, in cents, and the school's day on which it falls; null of none. */
  fee: Generated<number | null>;
  feeday: Generated<string | null>;
  /** When that mail was sent. */
  announcedat: Generated<number | null>;
  /** When the fee was charged, or it was found that it is not. */
  feeat: Generated<number | null>;
};

/** That an admin reminded a family of what it has not paid in time. */
export type DebtReminderRow = {
  _id: string;
  userid: string;
  /** What sends it twice sends it once. */
  key: string;
  /** What was open, in cents. */
  amount: number;
  currency: string;
  /** Null once the account was erased. */
  byid: Generated<string | null>;
  createdat: number;
};
