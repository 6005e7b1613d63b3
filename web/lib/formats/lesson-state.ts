import type { LessonState } from '#contract/timetable/calls.ts';

/** How a lesson stands. `moved` may be another time, room or teacher, and no row tells which. */
export const LESSON_STATE_WORDS: Readonly<Record<LessonState, string>> = {
  planned: 'As planned',
  moved: 'Changed',
  cancelled: 'Cancelled',
};
