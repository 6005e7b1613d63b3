import type * as z from 'zod';
import type { Calls } from '#contract/endpoint.ts';
import type * as schema from './schema.ts';

/** The copy of the school in which time can be moved, as the school tells of it. */
export type Rehearsal = z.input<typeof schema.Rehearsal>;
export type RehearsalScene = Rehearsal['scenes'][number];
export type RehearsalMail = Rehearsal['mails'][number];
export type RehearsalState = (typeof REHEARSAL_STATES)[number];
export type SceneCode = (typeof SCENE_CODES)[number];
export type Forward = (typeof FORWARDS)[number];

/** `none`: there is no copy. `unavailable`: there can be none, for the reason that `problem` gives. */
export const REHEARSAL_STATES = ['none', 'unavailable', 'starting', 'ready', 'moving'] as const;

/** How far the clock of the copy is moved. A term: to the morning after its last day. */
export const FORWARDS = ['hour', 'day', 'term'] as const;

/** What the invented families and the office of the copy do as its clock moves, in their order. */
export const SCENE_CODES = ['sold-out', 'refund', 'offer', 'lesson-cancelled', 'term-billed'] as const;

/** How long a copy lives, in milliseconds of real time. */
export const REHEARSAL_MS = 2 * 60 * 60_000;
/** How many of its mails are told, the newest first. */
export const REHEARSAL_MAILS_MAX = 60;

const admins = { access: { admin: 'any' } } as const;

/** No API key may make these: they start a process. */
export const rehearsalCalls = {
  readRehearsal: { method: 'GET', url: '/rehearsal', config: admins },
  startRehearsal: { method: 'POST', url: '/rehearsal', config: admins },
  moveRehearsalClock: { method: 'POST', url: '/rehearsal/clock', config: admins },
  endRehearsal: { method: 'DELETE', url: '/rehearsal', config: admins },
} as const satisfies Calls;
