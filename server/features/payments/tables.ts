import type { Generated } from 'kysely';

/** An event the card provider told us, kept so that it is worked on once. */
export type WebhookEventRow = {
  _id: string;
  type: string;
  intentid: string | null;
  receivedat: number;
  /** When a worker has to look at it; null once it has been worked on. */
  workat: number | null;
  /** Whose claim `workat` is, as `leasesOf` writes it; void once `workat` is another. */
  lease: Generated<string | null>;
};
