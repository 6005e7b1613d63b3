import { goLiveCalls } from '#contract/golive/calls.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { attempt } from '#web/lib/api/change.ts';

const api = apiOf(goLiveCalls);

/** Sends the admin a mail; what the mail server has against it is said beside the line. */
async function sendTestMail() {
  const outcome = await attempt(api.sendTestMail(), ({ done, sentence }) => (done ? sentence : ''));
  if (!outcome.isDone || outcome.answer.done) return outcome;
  return { isDone: false as const, problem: outcome.answer.sentence };
}

/** What an admin can do for the list of what keeps the school from opening. */
export const goLiveChanges = { sendTestMail };
