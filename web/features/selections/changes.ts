import { selectionCalls } from '#contract/selections/calls.ts';
import { t } from '#languages/t.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { announce } from '#web/lib/api/change.ts';
import { refreshAfter } from '#web/lib/family/refresh-after.ts';

const api = apiOf(selectionCalls);

/** What students change of their selected classes. */
export const selectionChanges = {
  deleteSelection: (params: { id: string }) =>
    refreshAfter(
      announce(api.deleteSelection({ params }), {
        done: t('selections.removed'),
        failed: t('selections.not_removed'),
      }),
    ),
};
