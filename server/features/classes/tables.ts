import type { ColumnType, Generated } from 'kysely';
import type { Billing, ClassStatus, Decided, PriceUnit } from '#contract/classes/calls.ts';

/**
 * A number that a row begins with and that only `features/classes/seats` changes: by name, no other update
 * type-checks.
 */
type SeatCount = ColumnType<number, number, never>;

/** `availableseat + heldseats + enrolledstudents = capacity`, always: a constraint holds it. */
export type ClassRow = {
  _id: string;
  classname: string;
  image: string;
  price: number;
  /** The account that teaches it; null once that has left. */
  instructorid: string | null;
  availableseat: SeatCount;
  heldseats: SeatCount;
  enrolledstudents: SeatCount;
  capacity: SeatCount;
  status: ClassStatus;
  feedback: string | null;
  /** Of the school's levels and groups. */
  level: string;
  group: string;
  /** In years, both included; null where there is no limit. */
  agefrom: Generated<number | null>;
  ageto: Generated<number | null>;
  /** What the price is for, and when and how it is due; null where not entered. */
  priceunit: Generated<PriceUnit | null>;
  duetext: Generated<string | null>;
  /** Whether the price is for all of it, or for a lesson and billed by the term or month. */
  billing: Generated<Billing>;
  description: string;
  /** Classes of one series stand in for each other where a lesson is missed; null: for none. */
  series: Generated<string | null>;
  /** How many guests a lesson may have beyond the places of those who are absent. */
  guestplaces: Generated<number>;
  /** What a trial lesson costs; null where none is offered. */
  trialprice: Generated<number | null>;
  createdat: number;
  /** What was approved, as JSON: set while the class is approved, null otherwise. */
  approvedas: string | null;
  /** Since when an approved class differs from what was approved. */
  changedat: number | null;
  /**
   * Rises with every change of the class or of its seats; `editversion` is its value at the last that was not
   * of seats alone.
   */
  version: Generated<number>;
  editversion: Generated<number>;
  /** Rises whenever its plans are written anew. */
  planversion: Generated<number>;
  /**
   * Until then only learners of the class that `copyof` names may select and pay; null where it is open to
   * all at once.
   */
  opensat: Generated<number | null>;
  /** The class of an earlier term that it was copied from. */
  copyof: Generated<string | null>;
  /** How many learners it needs to run, and the last day on which they may join; null where it runs in any case. */
  runsfrom: Generated<number | null>;
  decideby: Generated<string | null>;
  /** What was decided; null while that is open. */
  decided: Generated<Decided | null>;
  /** What the caller knows the decision by: the same again is answered with what was decided. */
  decidedkey: Generated<string | null>;
  /** When a worker has to see to what follows from the decision; null when nothing is left to do. */
  decisionworkat: Generated<number | null>;
  /**
   * Until when free places are first for those who wished for the class; 0 where that begins with its approval,
   * null where it was never made of wishes.
   */
  wishesuntil: Generated<number | null>;
  /** Set when an admin deleted it or called it off: gone from every list, kept for its students. */
  deletedat: number | null;
  /** Set, with `deletedat`, when it was called off: all places end, and its page says why. */
  calledoffat: Generated<number | null>;
};

/** An instrument of a class. */
export type ClassInstrumentRow = { classid: string; instrumentid: string };
