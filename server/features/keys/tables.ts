/** A key with which one of the school's own programs reads. Revoking deletes it; the log keeps who did. */
export type ApiKeyRow = {
  _id: string;
  name: string;
  /** How the secret begins, to be recognised by. */
  prefix: string;
  /** SHA-256 of the secret. */
  hash: string;
  /** Scopes of the contract, with spaces between them. */
  scopes: string;
  /** The admin who made it. */
  ownerid: string;
  /** From then on it opens nothing. */
  until: number;
  createdat: number;
  usedat: number | null;
};
