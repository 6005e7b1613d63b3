import { ATTENDED_SHOWN, registerCalls } from '#contract/registers/calls.ts';
import { apiOf } from '#web/lib/api/api.ts';

const api = apiOf(registerCalls);

/**
 * What a learner attended: the sums of all, and the lessons that come after one (its id), or the first; one
 * more of them than are shown at once, where there are more.
 */
export const readAttended = (learnerid: string, after?: string) =>
  api.readAttendance({ params: { id: learnerid }, querystring: { after, limit: ATTENDED_SHOWN + 1 } });
