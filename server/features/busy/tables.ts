/** The calendar that a teacher gave the school to read. */
export type BusyCalendarRow = {
  userid: string;
  /** A secret: it opens the calendar. */
  url: string;
  givenat: number;
  /** When it was last read well. */
  readat: number | null;
  /** Why it could not be read since (`keepProblem`). */
  problem: string | null;
  /** When it is read next, or until when a process reads it. */
  workat: number;
  lease: string | null;
};

/** When a teacher is busy by it; times of one teacher neither overlap nor touch. */
export type BusyTimeRow = { userid: string; startsat: number; endsat: number };
