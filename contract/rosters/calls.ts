import type * as z from 'zod';
import type { Calls } from '#contract/endpoint.ts';
import type * as schema from './schema.ts';

/** Students on a page of a roster. */
export const STUDENTS_PER_PAGE = 100;

/** A page of who is enrolled in one class. */
export type Roster = z.input<typeof schema.Roster>;

const office = { office: 'any', admin: 'any', key: 'people' } as const;

export const rosterCalls = {
  readRoster: {
    method: 'GET',
    url: '/rosters/:id',
    config: { access: { instructor: { self: 'roster' }, ...office } },
  },
  exportRoster: {
    method: 'GET',
    url: '/rosters/:id/csv',
    config: { access: { instructor: { self: 'class' }, ...office } },
  },
} as const satisfies Calls;
