import type { Generated } from 'kysely';
import type { AttendanceState } from '#contract/registers/calls.ts';

/** That a learner was in a lesson, came late or was absent, as its teacher marked; a row a learner and lesson. */
export type AttendanceRow = {
  lessonid: string;
  learnerid: string;
  state: AttendanceState;
  /** What the teacher wrote for the family. */
  note: string | null;
  /** The account that marked it last; null once that is gone. */
  byid: string | null;
  /** When it was marked, on the clock of the device: of two marks the later one counts. */
  markedat: number;
  /** When that came here. */
  changedat: number;
  /** Rises with every change. */
  version: Generated<number>;
  /**
   * When it was decided whether the family gets a mail about the absence, which is done once; null until
   * then.
   */
  toldat: Generated<number | null>;
};
