import type { Generated } from 'kysely';
import type { WebhookEvent } from '#contract/webhooks/calls.ts';

/** Where one of the school's own programs is told what happens. */
export type WebhookRow = {
  _id: string;
  url: string;
  /** Events of the contract, with a space before and after each, so that each is found as a word. */
  events: string;
  /**
   * What messages are signed with, as the receiver has it; a signature needs the secret itself, so it is
   * kept.
   */
  secret: string;
  /** 0 where it was made before 0.3.0: any order, the payloads of then; 1 where messages are notices in order. */
  version: Generated<number>;
  /** The admin who added it. */
  ownerid: string;
  createdat: number;
  /** Since when nothing has arrived. */
  failingsince: number | null;
  /** Since when nothing is sent; what happens meanwhile waits. */
  stoppedat: number | null;
};

/**
 * What one webhook is told, written in the transaction in which it happens. `webhookid`, `event` and `ref`
 * make it one, so that the same thing is told once.
 */
export type WebhookMessageRow = {
  _id: string;
  webhookid: string;
  event: WebhookEvent | 'test';
  ref: string;
  /** Whom it speaks of: what has been sent goes with the account. */
  userid: string | null;
  /** What it speaks of, its kind and its id with a space between; null where it comes in any order. */
  subject: Generated<string | null>;
  /** Where it stands among those of its subject; null of a webhook of version 0. */
  sequence: Generated<number | null>;
  /** The JSON that is sent, but for the id and the sequence of a notice (`bodyOf`). */
  body: string;
  /** When to try to send it; null once it arrived, was given up, or waits for a webhook that was stopped. */
  workat: number | null;
  /** Whose claim `workat` is, as `leasesOf` writes it; void once `workat` is another. */
  lease: Generated<string | null>;
  /** When it was to be sent first: a day later it is given up; null of a webhook of version 0. */
  dueat: Generated<number | null>;
  givenupat: Generated<number | null>;
  sentat: number | null;
  attempts: number;
  /** The HTTP status of the latest answer; null where none came. */
  status: number | null;
  problem: string | null;
  createdat: number;
};

/**
 * The last sequence of a subject of messages. It counts from the moment of the message (epoch milliseconds), so
 * that it goes on growing once the row was swept or a backup is put back.
 */
export type WebhookSubjectRow = { _id: string; sequence: number };
