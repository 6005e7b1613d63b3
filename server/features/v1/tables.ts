/**
 * That a record of a list for programs was made, changed or went: written by triggers of the tables that it is made
 * of, by the database's clock. Of several rows of one record the latest counts.
 */
export type RevisionRow = {
  /** The list. */
  kind: string;
  /** The record's id. */
  id: string;
  changedat: number;
};

/** What a program wrote with a key, and what it was answered, so that the same again is answered the same. */
export type KeyWriteRow = {
  keyid: string;
  /** The `Idempotency-Key`. */
  key: string;
  /** SHA-256 of what was asked. */
  request: string;
  /** The answer; null while it is being worked on. */
  status: number | null;
  body: string | null;
  createdat: number;
};
