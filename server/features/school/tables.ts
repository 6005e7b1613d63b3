import type { Generated } from 'kysely';
import type { FactKind, MissedLessons, ReserveMode, ReviewPosts, TrialFee } from '#contract/school/calls.ts';

/**
 * What the school is called, charges and shows: one row, whose id is `school`. Null is what is not filled in.
 */
export type SchoolRow = {
  _id: 'school';
  name: string;
  tagline: string | null;
  street: string | null;
  postcode: string | null;
  town: string | null;
  country: string | null;
  phone: string | null;
  email: string | null;
  hours: string | null;
  /** As IANA calls it. */
  timezone: string | null;
  /** Stays what it is once there is an order. */
  currency: string;
  /** Of the flat fee; null where each class has its own price. */
  enrolmentprice: number | null;
  /** How long after enrolling a student may cancel, in milliseconds. */
  cancelwithin: number;
  /** From when that counts: from enrolling, or from the first lesson after it. */
  cancelfrom: Generated<'enrolling' | 'first-lesson'>;
  logo: string | null;
  /** The name of a palette or two colours, as JSON. */
  palette: string | null;
  /** What the first page says before anything else, as JSON. */
  welcome: string | null;
  /** Codes, the default first, as JSON; null where none were chosen: English. */
  languages: Generated<string | null>;
  /** The levels, groups and categories that it has renamed, reordered or added to, as JSON. */
  lists: Generated<string | null>;
  /** What a family has of a lesson that it says it will miss: nothing, or a place in one of another class. */
  missedlessons: Generated<MissedLessons>;
  /** How long before a lesson a notice still earns that place, for how long it can be used, and how often. */
  noticehours: Generated<number>;
  catchupweeks: Generated<number>;
  /** Null where there is no limit. */
  catchupsaterm: Generated<number | null>;
  /** How many days after a lesson its register can still be corrected. */
  registerdays: Generated<number>;
  /** Whether what a trial lesson cost is taken off the price of a place. */
  trialfee: Generated<TrialFee>;
  /** How places are reserved in a class that is not sure to run: a card is charged later, or what is paid goes back. */
  reservemode: Generated<ReserveMode>;
  /** Which posts of teachers wait for an admin. */
  reviewposts: Generated<ReviewPosts>;
  /** Rises with every change. */
  version: number;
};

/**
 * What the school says of itself beside its classes; a number has its label in `title` and its digits in
 * `words`.
 */
export type FactRow = {
  _id: string;
  kind: FactKind;
  title: string | null;
  words: string | null;
  byline: string | null;
  /** ISO 8601, without a time. */
  day: string | null;
  /** Among those of its kind, from 0. */
  position: number;
};
