import { type WishDraft, wishCalls } from '#contract/wishes/calls.ts';
import { t } from '#languages/t.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { announce, type Outcome } from '#web/lib/api/change.ts';

const api = apiOf(wishCalls);

export const addWish = (body: WishDraft): Promise<Outcome> =>
  announce(api.addWish({ body }), { done: t('wishes.noted') });
