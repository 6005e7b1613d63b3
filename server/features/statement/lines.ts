import type { StatementLine } from '#contract/statement/calls.ts';
import type { SchoolNow } from '#server/database/rows/school-row.ts';
import type { Db } from '#server/database/schema.ts';

/** A line of a statement before it has its place in it, in cents. */
export type Line = Pick<
  StatementLine,
  | '_id'
  | 'kind'
  | 'label'
  | 'learnername'
  | 'classid'
  | 'classname'
  | 'places'
  | 'lessons'
  | 'reason'
  | 'chargeid'
  | 'reversed'
  | 'billed'
  | 'invoice'
  | 'ref'
> & {
  amount: number;
  /** What orders the lines of one day (epoch milliseconds). */
  at: number;
  /** The school's day; left out where `at` tells. */
  day?: string;
  kept?: number;
  lessonsfrom?: string;
  lessonsto?: string;
  trialday?: string;
};

/** Whose lines, and the school as it is now. */
export type Whose = { userid: string; school: Pick<SchoolNow, 'timezone' | 'currency' | 'locale'> };

/** What gives lines: one statement of the database, and all lines of an account. */
export type Source = (db: Db, whose: Whose) => Promise<Line[]>;
