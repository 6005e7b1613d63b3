import type * as z from 'zod';
import type { Calls } from '#contract/endpoint.ts';
import type * as schema from './schema.ts';

export type OwnCalendar = z.input<typeof schema.OwnCalendar>;

/** All of these are about the caller's own account. */
const everyRole = { student: 'any', instructor: 'any', office: 'any', admin: 'any' } as const;

export const calendarCalls = {
  /** Calendar programs cannot sign in, so the token in the address gives access. */
  readCalendar: { method: 'GET', url: '/calendar/:token.ics', config: { access: 'everyone' } },
  readClassCalendar: { method: 'GET', url: '/class/:id/calendar.ics', config: { access: 'everyone' } },
  readRecitalCalendar: { method: 'GET', url: '/recitals/:id.ics', config: { access: 'everyone' } },
  readOwnCalendar: { method: 'GET', url: '/account/calendar', config: { access: everyRole } },
  makeCalendar: { method: 'POST', url: '/account/calendar', config: { access: everyRole } },
  endCalendar: { method: 'DELETE', url: '/account/calendar', config: { access: everyRole } },
} as const satisfies Calls;
