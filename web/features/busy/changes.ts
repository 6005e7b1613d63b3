import { type BusyDraft, busyCalls } from '#contract/busy/calls.ts';
import { t } from '#languages/t.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { announce, attempt } from '#web/lib/api/change.ts';

const api = apiOf(busyCalls);

/** What teachers change of the calendar of theirs that the school reads. What is wrong with it the page says. */
export const busyChanges = {
  giveBusy: (body: BusyDraft) =>
    attempt(api.giveBusy({ body }), ({ problem }) => (problem ? '' : t('busy.given'))),
  endBusy: () => announce(api.endBusy(), { done: t('busy.stopped') }),
};
