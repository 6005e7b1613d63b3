import type { Generated } from 'kysely';
import type { Role } from '#contract/endpoint.ts';

export type UserRow = {
  _id: string;
  /**
   * The identity service's `localId`, bound at the first sign-in; null for a person who has not signed in
   * yet.
   */
  uid: string | null;
  /** Null where the office added a family that has none: it has no sign-in, and mails go nowhere. */
  email: string | null;
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
  /** Where the family lives, and what the office notes of it; shown to the office alone. */
  street: Generated<string | null>;
  postcode: Generated<string | null>;
  town: Generated<string | null>;
  note: Generated<string | null>;
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
  /** The code of the language in which mails and calendars are written to the account; null for the school's. */
  language: Generated<string | null>;
  /**
   * When the account was given the role of the office or of an admin; null for others, and where that was before
   * 0.3.0.
   */
  officesince: Generated<number | null>;
  /**
   * Of an account without a name that stands for one that was erased, whose books are not even: when that was.
   */
  erasedat: Generated<number | null>;
  createdat: number;
};

/** How many users have a role: changed in the transaction that changes a user's. */
export type RoleCountRow = { role: Role; count: number };
