import { listOf } from '#contract/formats.ts';
import { type LearnerDraft, learnerCalls } from '#contract/learners/calls.ts';
import { selectionCalls } from '#contract/selections/calls.ts';
import { waitlistCalls } from '#contract/waitlist/calls.ts';
import { t } from '#languages/t.ts';
import { toast } from '#web/components/layout/toasts.tsx';
import { apiOf } from '#web/lib/api/api.ts';
import { attempt, type Outcome } from '#web/lib/api/change.ts';
import { refreshAfter } from '#web/lib/family/refresh-after.ts';

const api = apiOf(waitlistCalls, selectionCalls, learnerCalls);

/**
 * What is done with a class: it is selected for all, each joins the waiting list alone, or they join it
 * together and are offered as many seats as they are or none.
 */
export type Way = 'select' | 'wait' | 'wait-together';

/** A class that the caller chooses, and the learners it is for. */
export type FamilyWish = {
  way: Way;
  classid: string;
  classname: string;
  /** The address of who asks. */
  email: string;
  /** At least one, and two to wait together. */
  learners: readonly { _id: string; name: string; self?: boolean }[];
};

/** Selects a class, or joins its waiting list, for some of a family. */
export const chooseForFamily = (wish: FamilyWish): Promise<Outcome> =>
  refreshAfter(wish.way === 'wait' ? waitEach(wish) : attempt(WAYS[wish.way](wish), doneWords(wish)));

/**
 * Each joins the waiting list alone, one after the other; at the first who cannot it is said who has joined
 * before.
 */
async function waitEach(wish: FamilyWish): Promise<Outcome> {
  const joined: string[] = [];
  for (const { _id: learnerid, ...learner } of wish.learners) {
    const name = nameOf(learner);
    const outcome = await attempt(api.joinWaitlist({ body: { classid: wish.classid, learnerid } }));
    if (!outcome.isDone) {
      if (joined.length === 0) return outcome;
      return {
        ...outcome,
        problem: t('learners.waiting_but_not', { names: listOf(joined), name, problem: outcome.problem }),
      };
    }
    joined.push(name);
  }
  toast('success', doneWords(wish));
  return { isDone: true, answer: undefined };
}

const nameOf = ({ name, self }: { name: string; self?: boolean }) => (self ? t('learners.you_inside') : name);

const idsOf = ({ learners }: FamilyWish) => learners.map(({ _id }) => _id);

const WAYS: { readonly [W in Exclude<Way, 'wait'>]: (wish: FamilyWish) => Promise<unknown> } = {
  select(wish) {
    const { classid, email } = wish;
    const [learnerid, ...others] = idsOf(wish);
    // Several are selected all or none.
    return others.length === 0
      ? api.selectClass({ body: { classid, email, learnerid } })
      : api.selectTogether({ body: { classid, learnerids: idsOf(wish) } });
  },
  'wait-together': (wish) =>
    api.joinWaitlistTogether({ body: { classid: wish.classid, learnerids: idsOf(wish) } }),
};

function doneWords({ way, classname, learners }: FamilyWish): string {
  const names = listOf(learners.map(nameOf));
  if (way === 'select' && learners.every(({ self }) => self)) return t('learners.you_have_selected');
  if (way === 'select') return t('learners.is_selected_for', { classname, names });
  return way === 'wait-together'
    ? t('learners.waiting_together', { classname, names })
    : t('learners.waiting_each', { classname, names });
}

/** Adds a child that is entered on the way; that the class is chosen for it says enough. */
export const addForChoice = (body: LearnerDraft): Promise<Outcome> =>
  refreshAfter(attempt(api.addLearner({ body })));

/** Saves a learner's date of birth, which a class with age limits asks for. */
export const sayBorn = ({ id, born }: { id: string; born: string }): Promise<Outcome> =>
  refreshAfter(attempt(api.updateLearner({ params: { id }, body: { born, was: { born: null } } })));
