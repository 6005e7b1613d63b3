export { countLessons, type LessonCount } from './count-lessons.ts';
export { type Closure, type Expanded, expandPlans, LESSON_MS_MAX, type Plan } from './expand-plans.ts';
export { type Clash, findClashes, type LessonDraft } from './find-clashes.ts';
export { findLearnerClashes, joinClass, type LearnerClash } from './join-class.ts';
export type { LessonChange } from './lesson-letter.ts';
export { lockTimetable, type Timetable } from './lock-timetable.ts';
export { tellOfLessons } from './tell-of-lessons.ts';
export { CLASH_CODES, writeLessons } from './write-lessons.ts';
