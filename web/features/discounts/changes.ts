import { type DiscountDraft, discountCalls } from '#contract/discounts/calls.ts';
import { t } from '#languages/t.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { announce, attempt } from '#web/lib/api/change.ts';

const api = apiOf(discountCalls);

/** What admins do with discounts. What is wrong with what was typed is said beside it. */
export const discountChanges = {
  addDiscount: (body: DiscountDraft) => attempt(api.addDiscount({ body }), t('discounts.added')),
  endDiscount: (params: { id: string }) =>
    announce(api.endDiscount({ params }), { done: t('discounts.ended') }),
};
