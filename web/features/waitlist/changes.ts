import { api } from '#web/lib/api.ts';
import { announce } from '#web/lib/change.ts';
import { refreshAfter } from '#web/lib/my-classes.ts';

/** How students come onto waiting lists and off them. */
export const waitlistChanges = {
  joinWaitlist: ({ classid, classname }: { classid: string; classname: string }) =>
    refreshAfter(
      announce(api.joinWaitlist({ body: { classid } }), {
        done: ({ position }) => {
          const place = position === null ? 'A seat is held for you' : `You are number ${position} in line`;
          return `${place} for ${classname}. See your dashboard.`;
        },
      }),
    ),
  leaveWaitlist: ({ id, isOffered }: { id: string; isOffered: boolean }) =>
    refreshAfter(
      announce(api.leaveWaitlist({ params: { id } }), {
        done: isOffered ? 'The seat goes to the next in line.' : 'You have left the waiting list.',
      }),
    ),
};
