import { type FamilyChange, type FamilyDraft, familyCalls } from '#contract/families/calls.ts';
import type { LearnerDraft, Rights } from '#contract/learners/calls.ts';
import { t } from '#languages/t.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { announce, attempt } from '#web/lib/api/change.ts';

const api = apiOf(familyCalls);

/** What a form read of a learner. */
type SeenLearner = { [N in keyof LearnerDraft]?: LearnerDraft[N] | null };

/** What the office writes of families and who is in them. */
export const householdChanges = {
  addFamily: (body: FamilyDraft) => attempt(api.addFamily({ body }), t('families.added')),
  updateFamily: ({ userid, ...body }: { userid: string } & FamilyChange & { was?: FamilyChange }) =>
    attempt(api.updateFamily({ params: { userid }, body }), t('common.saved')),
  addLearner: ({ userid, ...body }: { userid: string } & LearnerDraft) =>
    attempt(api.addLearnerOf({ params: { userid }, body }), t('families.child_added')),
  updateLearner: ({
    userid,
    id,
    ...body
  }: { userid: string; id: string } & Partial<LearnerDraft> & { was?: SeenLearner }) =>
    attempt(api.updateLearnerOf({ params: { userid, id }, body }), t('common.saved')),
  saveGuardian: ({ userid, id, ...body }: { userid: string; id: string; email: string } & Rights) =>
    attempt(api.saveGuardianOf({ params: { userid, id }, body }), ({ result }) =>
      result === 'asked' ? t('common.email_on_its_way', { email: body.email }) : t('common.saved'),
    ),
  endGuardian: ({ done, ...params }: { userid: string; id: string; email: string; done: string }) =>
    announce(api.endGuardianOf({ params }), { done }),
};
