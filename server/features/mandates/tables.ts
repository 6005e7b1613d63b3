import type { Generated } from 'kysely';

/**
 * A family's consent to having a card saved, and the card once it is: `asked` until the payment that saves it
 * has succeeded, `forgetting` until the card service has forgotten it, when the row goes.
 */
export type MandateRow = {
  _id: string;
  /** Whose card it is; null from the moment on from which no payment may use it. */
  userid: string | null;
  state: 'asked' | 'saved' | 'forgetting';
  /** The customer at the card service, made for this consent; null until it is known. */
  customerid: string | null;
  /** The payment method at the card service; null until a payment has saved it. */
  methodid: string | null;
  last4: string | null;
  /** The last day of the card. */
  until: string | null;
  /** The payment whose card is to be saved; null where none is under way. */
  intentid: string | null;
  /** What the family consented to, as they read it, and when. */
  words: string;
  consentedat: number;
  /** When a worker has to look at it next; null when nothing is left to do. */
  workat: number | null;
  /** Whose claim `workat` is, as `leasesOf` writes it. */
  lease: Generated<string | null>;
  createdat: number;
};
