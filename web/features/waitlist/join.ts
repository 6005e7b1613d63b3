import { waitlistCalls } from '#contract/waitlist.ts';
import { apiOf } from '#web/lib/api.ts';
import { announce } from '#web/lib/change.ts';
import { refreshAfter } from '#web/lib/refresh-after.ts';

const api = apiOf(waitlistCalls);

/** How students come onto waiting lists, wherever a full class stands. */
export const joinChanges = {
  joinWaitlist: ({ classid, classname }: { classid: string; classname: string }) =>
    refreshAfter(
      announce(api.joinWaitlist({ body: { classid } }), {
        done: ({ position }) => {
          const place = position === null ? 'A seat is held for you' : `You are number ${position} in line`;
          return `${place} for ${classname}. See your dashboard.`;
        },
      }),
    ),
};
