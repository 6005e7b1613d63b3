import type { Generated } from 'kysely';
import type { LinkEnd } from '#contract/mailed-links.ts';

/** A learner who moved to their own account, for as long as that can be undone. */
export type TakeoverRow = {
  _id: string;
  learnerid: string;
  fromid: string;
  toid: string;
  /** What the learner was called before. */
  firstname: string | null;
  lastname: string | null;
  until: number;
  createdat: number;
};

/**
 * Who learns. Every account has one that is itself, made together with it; an erased person stays as a
 * learner without an account, so that the books know that there was a learner.
 */
export type LearnerRow = {
  _id: string;
  /** Whose account it is; null once that was erased. */
  userid: string | null;
  self: 0 | 1;
  /** Both null for an account itself, whose name the account has. */
  firstname: Generated<string | null>;
  lastname: Generated<string | null>;
  /** ISO 8601, without a time. */
  born: Generated<string | null>;
  /** What a teacher has to know: allergies, who collects the child. */
  note: Generated<string | null>;
  /** The import that brought it. */
  importid: Generated<string | null>;
  /** SHA-256 of the imported fields, by which a later change is seen. */
  importedas: Generated<string | null>;
  /** Whether those who get its mail are told of a lesson the evening before. */
  reminds: Generated<0 | 1>;
  leftat: number | null;
  createdat: number;
};

/** What a second account may do for a child, as the one who pays has agreed and it has accepted. */
export type GuardianRow = {
  learnerid: string;
  userid: string;
  mayenrol: 0 | 1;
  maypay: 0 | 1;
  getsmail: 0 | 1;
  /** Since when they may do each; null where that is from the beginning, and where they may not. */
  enrolssince: Generated<number | null>;
  payssince: Generated<number | null>;
  mailssince: Generated<number | null>;
  createdat: number;
};

/**
 * A request by mail: to guard a child, to sign in to an imported family, or to take over one's own lessons.
 * It is accepted with the token, by an account at that address.
 */
export type ClaimRow = {
  /** SHA-256 of the token. */
  hash: string;
  kind: 'guardian' | 'family' | 'takeover';
  learnerid: string;
  email: string;
  mayenrol: 0 | 1;
  maypay: 0 | 1;
  getsmail: 0 | 1;
  /** The account that asked for it. */
  byid: string;
  until: number;
  /** How it ended; null while it is open, and where it has run out. */
  ended: Generated<LinkEnd | null>;
  createdat: number;
};
