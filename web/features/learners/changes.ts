import type { LearnerDraft } from '#contract/learners.ts';
import { api } from '#web/lib/api.ts';
import { announce, attempt } from '#web/lib/change.ts';
import { refreshAfter } from '#web/lib/refresh-after.ts';

/** What somebody changes of the family that they look after. What is wrong with a form is said in its dialog. */
export const familyChanges = {
  addLearner: (body: LearnerDraft) =>
    refreshAfter(attempt(api.addLearner({ body }), `${body.firstname} is part of your family here`)),
  updateLearner: ({ id, ...body }: Partial<LearnerDraft> & { id: string }) =>
    refreshAfter(attempt(api.updateLearner({ params: { id }, body }), 'Saved')),
  deleteLearner: ({ id, name }: { id: string; name: string }) =>
    refreshAfter(announce(api.deleteLearner({ params: { id } }), { done: `${name} is removed` })),
};
