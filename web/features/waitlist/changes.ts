import { api } from '#web/lib/api.ts';
import { announce } from '#web/lib/change.ts';
import { refreshAfter } from '#web/lib/refresh-after.ts';

/** How students leave waiting lists. */
export const waitlistChanges = {
  leaveWaitlist: ({ id, isOffered }: { id: string; isOffered: boolean }) =>
    refreshAfter(
      announce(api.leaveWaitlist({ params: { id } }), {
        done: isOffered ? 'The seat goes to the next in line.' : 'You have left the waiting list.',
      }),
    ),
};
