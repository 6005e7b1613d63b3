import type * as z from 'zod';
import type { Calls } from './endpoint.ts';
import type * as schema from './waitlist.schema.ts';

export type WaitlistEntry = z.input<typeof schema.WaitlistEntry>;

const students = { student: 'self' } as const;
/** What is one's own follows the person: someone who waits as a student may be an instructor today. */
const everyRole = { student: 'self', instructor: 'self', admin: 'self' } as const;

export const waitlistCalls = {
  joinWaitlist: { method: 'POST', url: '/waitlist', config: { access: students } },
  listWaitlist: { method: 'GET', url: '/waitlist/:email', config: { access: everyRole } },
  /** Leaves the line, or declines the seat that was offered. */
  leaveWaitlist: { method: 'DELETE', url: '/waitlist/:id', config: { access: everyRole } },
} as const satisfies Calls;
