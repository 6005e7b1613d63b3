import type { Generated } from 'kysely';
import type { ChangeAction, ChangeSubject } from '#contract/changes/calls.ts';

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
  /** The API key with which a program did it, for the account that made the key. */
  keyname: Generated<string | null>;
  createdat: number;
};
