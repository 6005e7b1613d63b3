import type { Generated } from 'kysely';
import type { Role } from '#contract/endpoint.ts';

/* Accounts, learners and who looks after them. */

export type UserRow = {
  _id: string;
  /**
   * The identity service's `localId`, bound at the first sign-in; null for a person who has not signed in
   * yet.
   */
  uid: string | null;
  email: string;
  name: string;
  photoURL: string | null;
  role: Role;
  /** Sign-ins older than this moment count no longer. */
  validsince: number;
  /** Whether the identity service said at the latest sign-in that the address is this person's. */
  emailverified: Generated<0 | 1>;
  /**
   * When the identity service first said so of an address of this account; null where none was ever proved: a
   * stranger may have written its rows.
   */
  provedat: Generated<number | null>;
  /** Whether an instructor is on the school's pages: 0 no, 1 yes, 2 once the address is proved. */
  listed: Generated<0 | 1 | 2>;
  /** As an import had it; shown to admins alone. */
  phone: Generated<string | null>;
  /** The import that brought it; null for all others. */
  importid: Generated<string | null>;
  /** Whom to call in an emergency on the day of a lesson. */
  emergencyname: Generated<string | null>;
  emergencyphone: Generated<string | null>;
  /** When the identity service last ended every session of the account, as far as is known here. */
  sessionssince: Generated<number | null>;
  /** Both set while the account is being deleted: when that was asked for, and when it is done. */
  leaveaskedat: Generated<number | null>;
  leavesat: Generated<number | null>;
  createdat: number;
};

/** What the latest recovery of an account ended, as JSON, until its owner has seen it. */
export type RecoveryRow = { userid: string; ended: string; createdat: number };

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

/** The profile of an instructor; no row where none was written. */
export type InstructorRow = {
  userid: string;
  /** Plain text. */
  words: string;
  /** Names, as a JSON list. */
  instruments: string;
  version: number;
  changedat: number;
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
  ended: Generated<ClaimEnd | null>;
  createdat: number;
};

export type ClaimEnd = 'accepted' | 'replaced' | 'withdrawn';

/** Families and children that came from another system; `rows` counts what was taken in. */
export type ImportRow = {
  _id: string;
  actorid: string | null;
  actorname: string;
  rows: number;
  /** How many lines the file has below its headings, and how many of them have been looked at. */
  lines: number;
  linesdone: Generated<number>;
  createdat: number;
  /** When it last got further. */
  changedat: number;
  undoneat: number | null;
};

/** Two accounts, or two learners, that were made one, and what puts them apart again, as JSON. */
export type MergeRow = {
  _id: string;
  kind: 'user' | 'learner';
  keptid: string;
  droppedid: string;
  undo: string;
  actorid: string | null;
  createdat: number;
  undoneat: number | null;
};

/** A sign-in of one browser. An access token counts only while its row is here and not ended. */
export type SignInRow = {
  _id: string;
  userid: string;
  /** When the person last proved who they are: the ID token's `auth_time`, in milliseconds. */
  authtime: number;
  useragent: string;
  createdat: number;
  seenat: number;
  endedat: number | null;
};

/** How many users have a role: changed in the transaction that changes a user's. */
export type RoleCountRow = { role: Role; count: number };

/** An account that is deleted here and not yet, as far as is known, at the identity service. */
export type ErasureRow = { uid: string; createdat: number };
