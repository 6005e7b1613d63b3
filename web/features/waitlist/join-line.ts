import { waitlistCalls } from '#contract/waitlist/calls.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { announce, type Outcome } from '#web/lib/api/change.ts';
import { refreshAfter } from '#web/lib/family/refresh-after.ts';

const api = apiOf(waitlistCalls);

export const joinWaitlist = ({
  classid,
  classname,
}: {
  classid: string;
  classname: string;
}): Promise<Outcome> =>
  refreshAfter(
    announce(api.joinWaitlist({ body: { classid } }), {
      done: ({ position }) => {
        const place = position === null ? 'A place is held for you' : `You are number ${position} in line`;
        return `${place} for ${classname}. See your dashboard.`;
      },
    }),
  );
