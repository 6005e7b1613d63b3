import { CLASHES_MAX } from '#contract/lessons.ts';
import type { Db } from '#server/database/schema.ts';
import type { LearnerNames } from '#server/features/learners/index.ts';
import { findFamilyHints, findLearnerClashes } from '#server/features/lessons/index.ts';

type Place = { learnerid: string; classid: string };

/**
 * What whoever looks after learners is told of the times of a class before one of them is in it: where the learner would have two lessons at once, and where
 * another of them has one elsewhere. Nothing where there is nothing to tell.
 */
export async function findLessonWarnings(
  db: Db,
  { learnerid, classid, learners, now }: Place & { learners: LearnerNames; now: number },
) {
  const others = [...learners.keys()].filter((id) => id !== learnerid);
  const clashes = await findLearnerClashes(db, { learnerid, classid, now });
  const hints = await findFamilyHints(db, { learnerids: others, classid, now });
  return {
    ...(clashes.length > 0 && { clashes: clashes.slice(0, CLASHES_MAX) }),
    ...(hints.length > 0 && {
      hints: hints.map((hint) => ({ ...hint, learnername: learners.get(hint.learnerid) ?? '' })),
    }),
  };
}
