import { apiErrorOf } from '#contract/client.ts';
import { instructorCalls } from '#contract/instructors/calls.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { announce, attempt } from '#web/lib/api/change.ts';
import { WENT_WRONG } from '#web/lib/api/wire.ts';

const api = apiOf(instructorCalls);

type Profile = { id: string; words: string; instruments: string[]; version: number };

const MEANWHILE =
  'Your page was changed after you opened this. Save again to overwrite that change, or load the page again to see it.';

const sentenceOf = (error: unknown) => {
  const refusal = apiErrorOf(error);
  return refusal?.code === 'changed-meanwhile' ? MEANWHILE : (refusal?.message ?? WENT_WRONG);
};

/** What instructors write of themselves, and what admins take away of it. */
export const profileChanges = {
  writeProfile: ({ id, ...body }: Profile) =>
    attempt(api.writeProfile({ params: { id }, body }), 'Saved: visitors can read it now', sentenceOf),
  clearProfile: (params: { id: string }) =>
    announce(api.clearProfile({ params }), { done: 'The text and the instruments are removed' }),
};
