import type * as z from 'zod';
import type { Calls } from '#contract/endpoint.ts';
import type * as form from './form.ts';
import type * as schema from './schema.ts';

export type BusyDraft = z.input<typeof form.BusyDraft>;
/** What the school says of the calendar that a teacher gave; its address is not among it. */
export type OwnBusy = z.input<typeof schema.OwnBusy>;
/** From when to when a teacher is busy by their own calendar. */
export type BusyTime = z.input<typeof schema.BusyTime>;

export const BUSY_URL_MAX = 1000;
/** The most days that are asked for at once, the first and the last included. */
export const BUSY_DAYS_MAX = 62;

/** Accounts that may teach. */
const teaching = { instructor: 'any', office: 'any', admin: 'any' } as const;

/** No API key may make these: the address is the teacher's own secret. */
export const busyCalls = {
  readOwnBusy: { method: 'GET', url: '/account/busy', config: { access: teaching } },
  giveBusy: { method: 'PUT', url: '/account/busy', config: { access: teaching } },
  endBusy: { method: 'DELETE', url: '/account/busy', config: { access: teaching } },
  /** Instructors have their own times, the office those of every teacher. */
  listBusy: { method: 'GET', url: '/busy', config: { access: teaching } },
} as const satisfies Calls;
