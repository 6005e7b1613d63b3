import { mandateCalls } from '#contract/mandates/calls.ts';
import { t } from '#languages/t.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { announce } from '#web/lib/api/change.ts';

const api = apiOf(mandateCalls);

/** What families change of their saved cards. */
export const mandateChanges = {
  forgetCards: () => announce(api.forgetCards(), { done: t('mandates.was_removed') }),
};
