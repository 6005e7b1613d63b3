import { waitlistCalls } from '#contract/waitlist/calls.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { announce } from '#web/lib/api/change.ts';

const api = apiOf(waitlistCalls);

/** What admins do with who waits for a class. */
export const waitingChanges = {
  offerPlace: (params: { id: string }) =>
    announce(api.offerPlace({ params }), { done: 'Offered. The family gets an email and has 24 hours.' }),
  removeWaiting: (params: { id: string }) =>
    announce(api.removeWaiting({ params }), {
      done: 'Removed from the waiting list. The family gets an email.',
    }),
};
