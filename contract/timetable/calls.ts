import type * as z from 'zod';
import type { Calls } from '#contract/endpoint.ts';
import type * as schema from './schema.ts';

/** A lesson as the public timetable shows it. */
export type TimetableLesson = z.input<typeof schema.TimetableLesson>;
/** A week of it. */
export type TimetableWeek = z.input<typeof schema.TimetableWeek>;
/** A lesson as the page of its class shows it. */
export type ClassLesson = z.input<typeof schema.ClassLesson>;
export type LessonState = (typeof LESSON_STATES)[number];

/** The state of a lesson: as planned, changed (time, room or teacher), or cancelled. */
export const LESSON_STATES = ['planned', 'moved', 'cancelled'] as const;

/** The most days of one answer, the first and the last included. */
export const TIMETABLE_DAYS_MAX = 62;
/** The most lessons that one answer of the timetable may be asked for. */
export const TIMETABLE_LESSONS_MAX = 500;
/** The most lessons of a week of the whole school; beyond it a room or a teacher has to be chosen. */
export const WEEK_LESSONS_MAX = 200;

export const timetableCalls = {
  listTimetable: {
    method: 'GET',
    url: '/timetable',
    config: { access: 'everyone', shows: 'timetable' },
  },
  readTimetableWeek: {
    method: 'GET',
    url: '/timetable/week',
    config: { access: 'everyone', shows: 'timetable' },
  },
  listClassLessons: {
    method: 'GET',
    url: '/class/:id/lessons',
    config: { access: 'everyone', shows: 'timetable' },
  },
} as const satisfies Calls;
