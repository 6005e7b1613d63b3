import { waitlistCalls } from '#contract/waitlist/calls.ts';
import { t } from '#languages/t.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { announce } from '#web/lib/api/change.ts';

const api = apiOf(waitlistCalls);

/** What admins do with who waits for a class. */
export const waitingChanges = {
  offerPlace: (params: { id: string }) =>
    announce(api.offerPlace({ params }), { done: t('waitlist.offered') }),
  removeWaiting: (params: { id: string }) =>
    announce(api.removeWaiting({ params }), {
      done: t('waitlist.removed'),
    }),
};
