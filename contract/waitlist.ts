import type * as z from 'zod';
import { type Calls, ownOfEveryRole } from './endpoint.ts';
import type * as schema from './waitlist.schema.ts';

export type WaitlistEntry = z.input<typeof schema.WaitlistEntry>;

export const waitlistCalls = {
  joinWaitlist: { method: 'POST', url: '/waitlist', config: { access: { student: 'any' } } },
  joinWaitlistTogether: {
    method: 'POST',
    url: '/waitlist/together',
    config: { access: { student: 'any' } },
  },
  listWaitlist: {
    method: 'GET',
    url: '/waitlist/:email',
    config: { access: ownOfEveryRole('params.email') },
  },
  /** Leaves the waitlist, or declines the seat that was offered; so do all who wait together. */
  leaveWaitlist: { method: 'DELETE', url: '/waitlist/:id', config: { access: ownOfEveryRole('waitlist') } },
} as const satisfies Calls;
