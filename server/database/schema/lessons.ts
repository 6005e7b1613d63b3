import type { ColumnType, Generated } from 'kysely';
import type { ClassGroup, ClassLevel, ClassStatus, PriceUnit } from '#contract/classes/calls.ts';

/* Classes, and when and where they meet. */

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
  level: ClassLevel;
  group: ClassGroup;
  /** In years, both included; null where there is no limit. */
  agefrom: Generated<number | null>;
  ageto: Generated<number | null>;
  /** What the price is for, and when and how it is due; null where not entered. */
  priceunit: Generated<PriceUnit | null>;
  duetext: Generated<string | null>;
  description: string;
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
  /** Set when an admin deleted it: gone from every list, kept for its students. */
  deletedat: number | null;
};

/**
 * A part of the year in which classes meet. Days are of the school's time zone, here and below, and ranges
 * include both.
 */
export type TermRow = {
  _id: string;
  name: string;
  firstday: string;
  lastday: string;
  /** Rises with every change, here and below. */
  version: Generated<number>;
  createdat: number;
};

/**
 * A room that lessons are held in; `places` is how many learners it takes. One that is retired stays for the
 * lessons it had.
 */
export type RoomRow = {
  _id: string;
  name: string;
  places: number;
  version: Generated<number>;
  retiredat: number | null;
  createdat: number;
};

/** Days without lessons: of a room, of a teacher, or, where both are null, of the whole school. */
export type ClosureRow = {
  _id: string;
  name: string;
  firstday: string;
  lastday: string;
  roomid: string | null;
  teacherid: string | null;
  version: Generated<number>;
  createdat: number;
};

/** When a class meets, every week or every other one; a class may have several. */
export type PlanRow = {
  _id: string;
  classid: string;
  /** 1 is Monday, 7 Sunday (ISO 8601). */
  weekday: number;
  /** On the school's clocks, `16:00`. */
  starttime: string;
  minutes: number;
  everyweeks: 1 | 2;
  firstday: string;
  lastday: string;
  roomid: string | null;
  teacherid: string | null;
};

export type LessonState = 'planned' | 'moved' | 'cancelled';

/** One meeting of a class. No two that are not cancelled share a room or a teacher at the same time. */
export type LessonRow = {
  _id: string;
  classid: string;
  /** Null once the plan no longer has it. */
  planid: string | null;
  /** The day of the plan that it stands for. */
  planday: string;
  /** The day on which it is held. */
  day: string;
  startsat: number;
  endsat: number;
  roomid: string | null;
  /** Who holds it, which may be a substitute. */
  teacherid: string | null;
  state: LessonState;
  reason: string | null;
  /** The closure that cancelled it. */
  closureid: Generated<string | null>;
  /** Rises with every change that a calendar has to be told of (RFC 5545, SEQUENCE). */
  seq: Generated<number>;
  /** Set exactly while it is cancelled. */
  cancelledat: Generated<number | null>;
  /** When it was taken out of the plan: calendars alone still tell of it, as cancelled. */
  removedat: Generated<number | null>;
  changedat: number;
};

/** The calendar that an account's own programs read. */
export type CalendarRow = {
  userid: string;
  /** SHA-256 of the token in its address. */
  hash: string;
  /** Of the account at the identity service, as the sign-in had them that made it: with these it ends. */
  uid: string;
  epoch: number | null;
  createdat: number;
};

/**
 * That the payer knows of two classes of one learner that meet at the same time; `classid` is the lesser of
 * the two ids.
 */
export type ConfirmedClashRow = { learnerid: string; classid: string; otherid: string; createdat: number };
