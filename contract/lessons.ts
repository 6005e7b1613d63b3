import type * as z from 'zod';
import type * as schema from './lessons.schema.ts';

/** Why a lesson cannot be when it is wanted: its room, its teacher or one of its learners is taken. */
export const CLASH_KINDS = ['room', 'teacher', 'learner'] as const;
export type ClashKind = (typeof CLASH_KINDS)[number];
export type Clash = z.input<typeof schema.Clash>;

/** How many of them an answer names. */
export const CLASHES_MAX = 50;

export const LESSON_MINUTES_MAX = 10 * 60;
