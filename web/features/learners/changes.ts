import { replace } from 'react-router';
import {
  type Claim,
  type Learner,
  type LearnerDraft,
  learnerCalls,
  type Rights,
} from '#contract/learners/calls.ts';
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
    refreshAfter(attempt(api.addLearner({ body }), `${body.firstname} is added`)),
  updateLearner: ({ id, ...body }: Partial<LearnerDraft> & { id: string; was: SeenLearner }) =>
    refreshAfter(attempt(api.updateLearner({ params: { id }, body }), 'Saved')),
  remind: ({ id, name, reminds }: { id: string; name: string; reminds: boolean }) =>
    announce(api.updateLearner({ params: { id }, body: { reminds } }), {
      done: `Reminders for ${name} are ${reminds ? 'on' : 'off'}`,
    }),
  deleteLearner: ({ id, name }: { id: string; name: string }) =>
    refreshAfter(announce(api.deleteLearner({ params: { id } }), { done: `${name} is removed` })),
  saveGuardian: (body: Rights & { learnerid: string; email: string }) =>
    attempt(api.saveGuardian({ body }), ({ result }) =>
      result === 'asked' ? `An email is on its way to ${body.email}` : 'Saved',
    ),
  deleteGuardian: ({ done, ...params }: { learnerid: string; userid: string; done: string }) =>
    refreshAfter(announce(api.deleteGuardian({ params }), { done })),
  withdrawClaim: (params: { learnerid: string; email: string }) =>
    announce(api.withdrawClaim({ params }), { done: `The link sent to ${params.email} no longer works` }),
  takeBackLearner: ({ id, name }: { id: string; name: string }) =>
    refreshAfter(
      announce(api.takeBackLearner({ params: { id } }), { done: `${name} is on your account again` }),
    ),
  offerTakeover: ({ id, ...body }: Rights & { id: string; email: string }) =>
    attempt(api.offerTakeover({ params: { id }, body }), `An email is on its way to ${body.email}`),
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
