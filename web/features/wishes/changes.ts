import { wishCalls } from '#contract/wishes/calls.ts';
import { t } from '#languages/t.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { announce } from '#web/lib/api/change.ts';

const api = apiOf(wishCalls);

/** How families end their wishes. */
export const wishChanges = {
  endWish: (params: { id: string }) => announce(api.endWish({ params }), { done: t('wishes.ended') }),
};
