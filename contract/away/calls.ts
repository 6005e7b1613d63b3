import type * as z from 'zod';
import type { Calls } from '#contract/endpoint.ts';
import type * as form from './form.ts';
import type * as schema from './schema.ts';

/** What becomes of a lesson whose teacher is away, or whose room cannot be used. */
export const AWAY_WAYS = ['cover', 'move', 'cancel'] as const;
export type AwayWay = (typeof AWAY_WAYS)[number];

export type AwayDraft = z.input<typeof form.AwayDraft>;
/** What is to become of one lesson. */
export type AwayChoice = z.input<typeof schema.AwayChoice>;
/** A lesson of these days, with what is to become of it and what else it could be. */
export type AwayLesson = z.input<typeof schema.AwayLesson>;
export type AwayOutcome = z.input<typeof schema.AwayOutcome>;

/** The longest that someone or something is away at once, in days. */
export const AWAY_DAYS_MAX = 62;
/** The most lessons that are decided on at once. */
export const AWAY_LESSONS_MAX = 150;

const access = { office: 'any', admin: 'any' } as const;
const changes = ['classes', 'timetable'] as const;

export const awayCalls = {
  teacherAway: { method: 'POST', url: '/teachers/:id/away', config: { access, changes } },
  roomAway: { method: 'POST', url: '/rooms/:id/away', config: { access, changes } },
} as const satisfies Calls;
