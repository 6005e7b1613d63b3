import type { LessonState } from '#contract/timetable/calls.ts';
import type { PlainId } from '#languages/t.ts';

/** How a lesson stands. `moved` may be another time, room or teacher, and no row tells which. */
export const LESSON_STATE_WORDS = {
  planned: 'lessons.planned',
  moved: 'lessons.moved',
  cancelled: 'lessons.cancelled',
} as const satisfies Record<LessonState, PlainId>;
