import { type Forward, rehearsalCalls } from '#contract/rehearsal/calls.ts';
import { t } from '#languages/t.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { announce, attempt } from '#web/lib/api/change.ts';

const api = apiOf(rehearsalCalls);

/** What admins do with the copy of their school. */
export const rehearsalChanges = {
  start: () => attempt(api.startRehearsal()),
  forward: (forward: Forward) => attempt(api.moveRehearsalClock({ body: { forward } })),
  end: () => announce(api.endRehearsal(), { done: t('rehearsal.ended') }),
};
