import { CLASHES_MAX } from '#contract/lessons/calls.ts';
import type { Db } from '#server/database/schema.ts';
import type { LearnerNames } from '#server/features/learners/index.ts';
import { findFamilyHints, findLearnerClashes, type LearnerClash } from '#server/features/lessons/index.ts';

type Wish = {
  /** Who is to be in the class. */
  learnerids: readonly string[];
  classid: string;
  /** All whom the caller looks after. */
  learners: LearnerNames;
  /** Epoch milliseconds. */
  now: number;
};

/**
 * Warnings about the times of a class before learners join it: where one would have two lessons at once, in a
 * class that is only selected too, and where another of the family has one elsewhere. Of several learners
 * each clash has the learner's name. Nothing where there is nothing to tell.
 */
export async function findLessonWarnings(db: Db, { learnerids, classid, learners, now }: Wish) {
  const clashes: (LearnerClash & { learnername?: string })[] = [];
  for (const learnerid of learnerids) {
    const named = learnerids.length > 1 && { learnername: learners.get(learnerid) ?? '' };
    for (const clash of await findLearnerClashes(db, { learnerid, classid, withSelected: true, now }))
      clashes.push({ ...clash, ...named });
  }
  clashes.sort((one, other) => (one.day < other.day ? -1 : one.day > other.day ? 1 : 0));
  const others = [...learners.keys()].filter((id) => !learnerids.includes(id));
  const hints = await findFamilyHints(db, { learnerids: others, classid, now });
  return {
    ...(clashes.length > 0 && { clashes: clashes.slice(0, CLASHES_MAX) }),
    ...(hints.length > 0 && {
      hints: hints.map((hint) => ({ ...hint, learnername: learners.get(hint.learnerid) ?? '' })),
    }),
  };
}
