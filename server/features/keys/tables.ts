import type { Generated } from 'kysely';

/** A key with which one of the school's own programs calls. Revoking deletes it; the log keeps who did. */
export type ApiKeyRow = {
  _id: string;
  name: string;
  /** How the secret begins, to be recognised by. */
  prefix: string;
  /** SHA-256 of the secret. */
  hash: string;
  /** Scopes of the contract, with spaces between them. */
  scopes: string;
  /** CIDR ranges from which it may be used, with spaces between them; empty: from anywhere. */
  addresses: Generated<string>;
  /** The admin who made it. */
  ownerid: string;
  /** From then on it opens nothing. */
  until: number;
  createdat: number;
  usedat: number | null;
};
