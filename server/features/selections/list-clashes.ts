import type { Db } from '#server/database/schema.ts';
import type { LearnerNames } from '#server/features/learners/index.ts';
import { findLearnerClashes } from '#server/features/lessons/index.ts';

/**
 * What learners have at the times of a class, once for each other class of each of them, the earliest first.
 */
export async function listClashes(
  db: Db,
  { classid, learners, now }: { classid: string; learners: LearnerNames; now: number },
) {
  const found = await Promise.all(
    [...learners].map(async ([learnerid, learnername]) => {
      const clashes = await findLearnerClashes(db, { learnerid, classid, withSelected: true, now });
      return [...Map.groupBy(clashes, (clash) => clash.classid).values()].flatMap(([first, ...others]) =>
        first
          ? {
              learnerid,
              learnername,
              with: first.with,
              day: first.day,
              startsat: first.startsat,
              endsat: first.endsat,
              days: 1 + others.length,
            }
          : [],
      );
    }),
  );
  return found.flat().sort((one, other) => one.startsat - other.startsat);
}
