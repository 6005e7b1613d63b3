import { replace } from 'react-router';
import {
  type Claim,
  type Learner,
  type LearnerDraft,
  learnerCalls,
  type Rights,
} from '#contract/learners/calls.ts';
import { t } from '#languages/t.ts';
import { apiOf } from '#web/lib/api/api.ts';
import { announce, attempt } from '#web/lib/api/change.ts';
import { refreshAfter } from '#web/lib/family/refresh-after.ts';
import { acceptedWords } from './guardians/claim-words.ts';

const api = apiOf(learnerCalls);

/** What a form read of a learner. */
type SeenLearner = Partial<Pick<Learner, 'firstname' | 'lastname' | 'born' | 'note'>>;

/** Changes of the caller's family. Faults of a form are shown in its dialog. */
export const familyChanges = {
  addLearner: (body: LearnerDraft) =>
    refreshAfter(attempt(api.addLearner({ body }), t('learners.is_added', { firstname: body.firstname }))),
  updateLearner: ({ id, ...body }: Partial<LearnerDraft> & { id: string; was: SeenLearner }) =>
    refreshAfter(attempt(api.updateLearner({ params: { id }, body }), t('common.saved'))),
  remind: ({ id, reminds, ...who }: { id: string; who: string; child: string; reminds: boolean }) =>
    announce(api.updateLearner({ params: { id }, body: { reminds } }), {
      done: reminds ? t('learners.reminders_on', who) : t('learners.reminders_off', who),
    }),
  deleteLearner: ({ id, name }: { id: string; name: string }) =>
    refreshAfter(
      announce(api.deleteLearner({ params: { id } }), { done: t('learners.is_removed', { name }) }),
    ),
  saveGuardian: (body: Rights & { learnerid: string; email: string }) =>
    attempt(api.saveGuardian({ body }), ({ result }) =>
      result === 'asked' ? t('common.email_on_its_way', { email: body.email }) : t('common.saved'),
    ),
  deleteGuardian: ({ done, ...params }: { learnerid: string; userid: string; done: string }) =>
    refreshAfter(announce(api.deleteGuardian({ params }), { done })),
  withdrawClaim: (params: { learnerid: string; email: string }) =>
    announce(api.withdrawClaim({ params }), {
      done: t('learners.link_sent_no_longer_works', { email: params.email }),
    }),
  takeBackLearner: ({ id, name }: { id: string; name: string }) =>
    refreshAfter(
      announce(api.takeBackLearner({ params: { id } }), {
        done: t('learners.is_on_your_account_again', { name }),
      }),
    ),
  offerTakeover: ({ id, ...body }: Rights & { id: string; email: string }) =>
    attempt(api.offerTakeover({ params: { id }, body }), t('common.email_on_its_way', { email: body.email })),
};

/** Accepts a mailed invitation. Leads to the family once it is done: the link works no more. */
export const claimChanges = {
  async acceptClaim({ token, claim }: { token: string; claim: Claim }) {
    const outcome = await refreshAfter(
      attempt(api.acceptClaim({ params: { token } }), (accepted) => acceptedWords(claim, accepted)),
    );
    return outcome.isDone ? replace('/account/family') : outcome;
  },
};
