import type * as z from 'zod';
import type { Calls } from './endpoint.ts';
import type * as schema from './waitlist.schema.ts';

export type WaitlistEntry = z.input<typeof schema.WaitlistEntry>;

const students = { student: 'self' } as const;

export const waitlistCalls = {
  joinWaitlist: { method: 'POST', url: '/waitlist', config: { access: students } },
  listWaitlist: { method: 'GET', url: '/waitlist/:email', config: { access: students } },
  /** Leaves the line, or declines the seat that was offered. */
  leaveWaitlist: { method: 'DELETE', url: '/waitlist/:id', config: { access: students } },
} as const satisfies Calls;
