import { waitlistCalls } from '#contract/waitlist/calls.ts';
import { t } from '#languages/t.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { announce } from '#web/lib/api/change.ts';
import { refreshAfter } from '#web/lib/family/refresh-after.ts';

const api = apiOf(waitlistCalls);

const goesOn = (isGroup: boolean) => (isGroup ? t('waitlist.places_go_on') : t('waitlist.place_goes_on'));

/** How students leave waiting lists. */
export const waitlistChanges = {
  /** Of those who wait together each stands for all. */
  leaveWaitlist: ({ id, isOffered, isGroup }: { id: string; isOffered: boolean; isGroup: boolean }) =>
    refreshAfter(
      announce(api.leaveWaitlist({ params: { id } }), {
        done: isOffered ? goesOn(isGroup) : t('waitlist.left'),
      }),
    ),
};
