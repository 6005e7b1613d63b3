import type { Generated } from 'kysely';

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

/**
 * That the payer knows of two classes of one learner that meet at the same time; `classid` is the lesser of
 * the two ids.
 */
export type ConfirmedClashRow = { learnerid: string; classid: string; otherid: string; createdat: number };
