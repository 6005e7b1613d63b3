import type * as z from 'zod';
import type { Calls } from '#contract/endpoint.ts';
import type * as form from './form.ts';
import type * as schema from './schema.ts';

/** Days without lessons, of a room, of who teaches, or, where both are null, of the whole school; both days belong to it. */
export type Closure = z.input<typeof schema.Closure>;
/** What becomes of lessons by a change of closing days. */
export type ClosureOutcome = z.input<typeof schema.ClosureOutcome>;
export type ClosureDraft = z.input<typeof form.ClosureDraft>;

export const CLOSURE_NAME_MAX = 60;
/** From the first day to the last; longer is a slip. */
export const CLOSURE_DAYS_MAX = 400;

/** How many classes an answer names. */
export const CLASSES_NAMED_MAX = 50;

const admins = { admin: 'any' } as const;
const changes = ['classes', 'timetable'] as const;

export const closureCalls = {
  listClosures: { method: 'GET', url: '/closures', config: { access: 'everyone', shows: 'timetable' } },
  addClosure: { method: 'POST', url: '/closures', config: { access: admins, changes } },
  updateClosure: { method: 'PUT', url: '/closures/:id', config: { access: admins, changes } },
  deleteClosure: { method: 'DELETE', url: '/closures/:id', config: { access: admins, changes } },
} as const satisfies Calls;
