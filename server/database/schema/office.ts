import type { Generated } from 'kysely';
import type { ChangeAction, ChangeSubject } from '#contract/changes/calls.ts';
import type { WebhookEvent } from '#contract/webhooks/calls.ts';

/* The log, mails and questions, and the programs that read the school’s records or get its messages. */

/**
 * Who changed which role, class or status, and when: written in the transaction that makes the change, never
 * altered. Names are those of that moment; nothing is referenced, so the log outlives what it speaks of.
 * Where a class went to another teacher `before` and `after` are the ids of their accounts.
 */
export type ChangeRow = {
  _id: string;
  about: ChangeSubject;
  subjectid: string;
  subjectname: string;
  action: ChangeAction;
  before: string | null;
  after: string | null;
  note: string | null;
  /** The learner it was done for; the name is joined when it is read. */
  learnerid: Generated<string | null>;
  /** Null where the school itself did it. */
  actorid: string | null;
  actorname: string | null;
  createdat: number;
};

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

/** Questions to the school, of an account or of a visitor who gave an address. */
export type QuestionRow = {
  _id: string;
  userid: string | null;
  email: string | null;
  name: string | null;
  text: string;
  classid: string | null;
  answer: string | null;
  answeredat: number | null;
  /** Who answered; null once that account was erased. */
  byid: string | null;
  createdat: number;
};

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
  /** The JSON that is sent. */
  body: string;
  /** When to try to send it; null once it arrived, was given up, or waits for a webhook that was stopped. */
  workat: number | null;
  /** Whose claim `workat` is, as `leasesOf` writes it; void once `workat` is another. */
  lease: Generated<string | null>;
  sentat: number | null;
  attempts: number;
  /** The HTTP status of the latest answer; null where none came. */
  status: number | null;
  problem: string | null;
  createdat: number;
};
