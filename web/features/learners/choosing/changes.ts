import type { LearnerDraft } from '#contract/learners/calls.ts';
import { attempt, type Outcome } from '#web/lib/api/change.ts';
import type { FamilyWish } from './choose.ts';

/** Only who is asked for whom loads how that is done. */
async function choosing(
  change: (script: typeof import('./choose.ts')) => Promise<Outcome>,
): Promise<Outcome> {
  const script = await attempt(import('./choose.ts'));
  return script.isDone ? change(script.answer) : script;
}

/** How a class is chosen for some of a family. */
export const choosingChanges = {
  chooseForFamily: (wish: FamilyWish) => choosing((script) => script.chooseForFamily(wish)),
  addForChoice: (draft: LearnerDraft) => choosing((script) => script.addForChoice(draft)),
  sayBorn: (child: { id: string; born: string }) => choosing((script) => script.sayBorn(child)),
};
