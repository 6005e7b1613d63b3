import type * as z from 'zod';
import type { Calls } from '#contract/endpoint.ts';
import type * as schema from './schema.ts';

/** A lesson in the week of a caller. */
export type WeekLesson = z.input<typeof schema.WeekLesson>;

export const DAYS_OF_WEEK = 7;
/** How many lessons of the whole school are told of at once: those that begin first. */
export const SCHOOL_LESSONS_MAX = 2000;
/** How many lessons a screen asks for at once: an answer of them stays below 100 kB. */
export const WEEK_LESSONS = 125;

/** Both answer for the caller. */
const everyRole = { student: 'any', instructor: 'any', office: 'any', admin: 'any' } as const;

export const weekCalls = {
  readWeek: { method: 'GET', url: '/week', config: { access: everyRole } },
  listNextLessons: { method: 'GET', url: '/week/next', config: { access: everyRole } },
} as const satisfies Calls;
