import { apiErrorOf } from '#contract/client.ts';
import { instructorCalls } from '#contract/instructors/calls.ts';
import { t } from '#languages/t.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { announce, attempt } from '#web/lib/api/change.ts';
import { wentWrong } from '#web/lib/api/wire.ts';

const api = apiOf(instructorCalls);

type Profile = { id: string; words: string; instruments: string[]; version: number };

const sentenceOf = (error: unknown) => {
  const refusal = apiErrorOf(error);
  return refusal?.code === 'changed-meanwhile'
    ? t('instructors.changed_meanwhile')
    : (refusal?.message ?? wentWrong());
};

/** What instructors write of themselves, and what admins take away of it. */
export const profileChanges = {
  writeProfile: ({ id, ...body }: Profile) =>
    attempt(api.writeProfile({ params: { id }, body }), t('instructors.saved'), sentenceOf),
  clearProfile: (params: { id: string }) =>
    announce(api.clearProfile({ params }), { done: t('instructors.text_removed') }),
};
