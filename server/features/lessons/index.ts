export type { LessonChange } from './lesson-letter.ts';
export { tellOfLessons } from './tell-of-lessons.ts';
