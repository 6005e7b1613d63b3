import type * as z from 'zod';
import type { Calls } from '#contract/endpoint.ts';
import type * as form from './form.ts';
import type * as schema from './schema.ts';

/**
 * Days without lessons of a room, of an instructor or, where both are null, of the whole school; both days
 * are included.
 */
export type Closure = z.input<typeof schema.Closure>;
/** The effect of a change of closing days on lessons. */
export type ClosureOutcome = z.input<typeof schema.ClosureOutcome>;
export type ClosureDraft = z.input<typeof form.ClosureDraft>;

export const CLOSURE_NAME_MAX = 60;
/** The longest span in days; a longer one is taken for a mistake. */
export const CLOSURE_DAYS_MAX = 400;

/** The number of classes that an answer names. */
export const CLASSES_NAMED_MAX = 50;

/** The office closes a room or an instructor's days; the whole school's are an admin's. */
const office = { office: 'any', admin: 'any' } as const;
const changes = ['classes', 'timetable'] as const;

export const closureCalls = {
  listClosures: { method: 'GET', url: '/closures', config: { access: 'everyone', shows: 'timetable' } },
  addClosure: { method: 'POST', url: '/closures', config: { access: office, changes } },
  updateClosure: { method: 'PUT', url: '/closures/:id', config: { access: office, changes } },
  deleteClosure: { method: 'DELETE', url: '/closures/:id', config: { access: office, changes } },
} as const satisfies Calls;
