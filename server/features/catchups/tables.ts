import type { Generated } from 'kysely';
import type { GuestKind } from '#contract/catchups/calls.ts';

/**
 * That a family said of a learner before a lesson that they will miss it. It stays whatever the register says
 * later: `earned` and `until` are as they were when it was given.
 */
export type AbsenceRow = {
  _id: string;
  lessonid: string;
  learnerid: string;
  /** What the family wrote. */
  words: string | null;
  /** Whether it came in time for a place in a lesson of another class. */
  earned: 0 | 1;
  /** The moment until which that lesson has to begin; null where none was earned. */
  until: number | null;
  /** The account that gave it; null once that is gone. */
  byid: string | null;
  createdat: number;
};

/** A learner who comes to one lesson of a class without a place in it. No seat of the class is taken by it. */
export type GuestRow = {
  lessonid: string;
  learnerid: string;
  kind: GuestKind;
  /** The lesson that it makes up for; null of a trial, and once that lesson is taken out of the records. */
  fromlessonid: string | null;
  /** When its lesson was moved, after the guest had chosen it. */
  movedat: Generated<number | null>;
  createdat: number;
};

/** That a learner was to catch up in a lesson and does not: calendars have it. */
export type FormerGuestRow = {
  lessonid: string;
  learnerid: string;
  /** How often the place was given up. */
  times: number;
  /** The last time. */
  endedat: number;
};
