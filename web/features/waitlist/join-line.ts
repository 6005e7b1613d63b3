import { waitlistCalls } from '#contract/waitlist/calls.ts';
import { t } from '#languages/t.ts';
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
      done: ({ position }) =>
        position === null
          ? t('waitlist.held_for_you', { classname })
          : t('waitlist.you_are_number', { position, classname }),
    }),
  );
