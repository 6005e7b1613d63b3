import { wishOfficeCalls } from '#contract/wishes/office-calls.ts';
import { t } from '#languages/t.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { announce } from '#web/lib/api/change.ts';

const api = apiOf(wishOfficeCalls);

/** What the office does for those who wished for a class. */
export const inviteChanges = {
  inviteWishers: (body: { classid: string }) =>
    announce(api.inviteWishers({ body }), { done: ({ held }) => t('wishes.invited', { count: held }) }),
};
