import type { Generated } from 'kysely';

/**
 * A mail to one person, written in the transaction that causes it. `kind`, `ref` and `recipient` make it one,
 * so that the same thing is told once.
 */
export type MailRow = {
  _id: string;
  kind: string;
  /** What it is about: the id of a record, or the hash of a code. */
  ref: string;
  recipient: string;
  subject: string;
  /** What it says, as JSON; null once it was sent, and where it opens an account and was given up. */
  letter: string | null;
  /** After this it is of no use; null where it always is. */
  validuntil: number | null;
  /** When to try to send it; null once it was sent, or given up with the reason in `lasterror`. */
  workat: number | null;
  /** Whose claim `workat` is, as `leasesOf` writes it; void once `workat` is another. */
  lease: Generated<string | null>;
  sentat: number | null;
  attempts: number;
  lasterror: string | null;
  /** When an admin last had it sent again: a day counts from then on. */
  retriedat: Generated<number | null>;
  createdat: number;
};
