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

const admins = { admin: 'any' } as const;
const changes = ['classes', 'timetable'] as const;

export const closureCalls = {
  listClosures: { method: 'GET', url: '/closures', config: { access: 'everyone', shows: 'timetable' } },
  addClosure: { method: 'POST', url: '/closures', config: { access: admins, changes } },
  updateClosure: { method: 'PUT', url: '/closures/:id', config: { access: admins, changes } },
  deleteClosure: { method: 'DELETE', url: '/closures/:id', config: { access: admins, changes } },
} as const satisfies Calls;
