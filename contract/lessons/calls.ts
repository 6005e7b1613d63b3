import type * as z from 'zod';
import type { Calls } from '#contract/endpoint.ts';
import type * as form from './form.ts';
import type * as schema from './schema.ts';

/** Why a lesson cannot be at a time: its room, its teacher or one of its learners is taken. */
export const CLASH_KINDS = ['room', 'teacher', 'learner'] as const;
export type ClashKind = (typeof CLASH_KINDS)[number];
export type Clash = z.input<typeof schema.Clash>;

/** The most clashes that an answer names. */
export const CLASHES_MAX = 50;

export const LESSON_MINUTES_MIN = 5;
export const LESSON_MINUTES_MAX = 10 * 60;

export type LessonDraft = z.input<typeof form.LessonDraft>;
/** Where and when a lesson could be instead. */
export type FreeForLesson = z.input<typeof schema.FreeForLesson>;
export type CancelledLesson = z.input<typeof schema.CancelledLesson>;

/** The longest reason for moving or cancelling a lesson. */
export const REASON_MAX = 200;

/** The class's own instructor, not a substitute. */
const access = { instructor: { self: 'lesson' }, office: 'any', admin: 'any' } as const;
const changes = ['classes', 'timetable'] as const;

export const lessonCalls = {
  moveLesson: { method: 'PUT', url: '/lessons/:id', config: { access, changes } },
  findFree: { method: 'GET', url: '/lessons/:id/free', config: { access: { ...access, key: 'read' } } },
  cancelLesson: { method: 'DELETE', url: '/lessons/:id', config: { access, changes } },
} as const satisfies Calls;
