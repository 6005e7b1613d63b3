export { clashRefusal } from './clashes/clash-refusal.ts';
export { besideOf } from './clashes/classes-beside.ts';
export { ensureRoomFree } from './clashes/ensure-room-free.ts';
export { findFamilyHints } from './clashes/family-hints.ts';
export { type Clash, findClashes, type LessonDraft } from './clashes/find-clashes.ts';
export { findEvenings } from './clashes/find-evenings.ts';
export { findLearnerClashes, joinClass, joinClasses, type LearnerClash } from './clashes/join-class.ts';
export { joinPlaces, lockPlaces, partPlaces } from './clashes/share-time.ts';
export {
  countLessons,
  findNextLessons,
  isClassOver,
  type NextLesson,
} from './count-lessons.ts';
export { type BilledPeriod, countPeriods, daysOfMonth } from './count-periods.ts';
export {
  asPlanned,
  draftOf,
  ensurePossible,
  type FoundLesson,
  overAlready,
  rowOf,
} from './draft-change.ts';
export { findFreeTimes, isClosedFor, timesAfterLast } from './find-makeup.ts';
export { findClosuresIn, findHeldBetween, findLessons, findRoomsFor } from './lesson-queries.ts';
export { type LessonTime, momentsOf, QUARTER, timeOf, timesAround } from './lesson-time.ts';
export { findRecipients } from './letters/find-recipients.ts';
export type { LessonChange } from './letters/lesson-letter.ts';
export { countTold, notifyOfLessons } from './letters/notify-of-lessons.ts';
export { rewriteReminders } from './letters/remind.ts';
export { holdClosures, holdZone, lockClosures, lockTimetable } from './locks.ts';
export { logLesson } from './log-lesson.ts';
export {
  cancelLessons,
  countLessonsToCome,
  handOverLessons,
  mayHandOverLessons,
  releaseSubstitute,
} from './pass-lessons-on.ts';
export { findClassesOf, findHeldOn, findLearnersIn, findRooms, type HeldOn } from './queries.ts';
export { lessonRows } from './rows.ts';
export { deleteTakenOut, deleteTakenOutBefore } from './writing/delete-taken-out.ts';
export {
  type Expanded,
  expandPlans,
  LESSON_MS_MAX,
  type Plan,
} from './writing/expand-plans.ts';
export { fitRooms, fitSeats } from './writing/fit-rooms.ts';
export { recomputeLessons } from './writing/recompute-lessons.ts';
export { writeFitting } from './writing/write-fitting.ts';
export { writeLessons } from './writing/write-lessons.ts';
