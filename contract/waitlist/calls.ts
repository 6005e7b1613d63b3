import type * as z from 'zod';
import { type Calls, ownOfEveryRole } from '#contract/endpoint.ts';
import type * as schema from './schema.ts';

export type WaitingLearner = z.input<typeof schema.WaitingLearner>;
export type WaitlistEntry = z.input<typeof schema.WaitlistEntry>;

const office = { office: 'any', admin: 'any' } as const;

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
  /** Leaves the waitlist, or declines the offered seat, for all who wait together. */
  leaveWaitlist: { method: 'DELETE', url: '/waitlist/:id', config: { access: ownOfEveryRole('waitlist') } },
  listWaiting: {
    method: 'GET',
    url: '/class/:id/waitlist',
    config: { access: { instructor: { self: 'class' }, ...office, key: 'people' } },
  },
  offerPlace: { method: 'POST', url: '/waitlist/:id/offer', config: { access: office } },
  /** For all who wait together; an offer to them ends. */
  removeWaiting: { method: 'DELETE', url: '/class/waitlist/:id', config: { access: office } },
} as const satisfies Calls;
