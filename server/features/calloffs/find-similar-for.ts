import type { Db } from '#server/database/schema.ts';
import { findSimilarClasses } from '#server/features/classes/index.ts';
import { findLearnerClashes } from '#server/features/lessons/index.ts';

export type Similar = { _id: string; classname: string };

/**
 * Classes like one that is not held, with a free place for each of these learners, at times when none of them has a
 * lesson; as many as there are.
 */
export async function findSimilarFor(
  tx: Db,
  { classid, learnerids, now }: { classid: string; learnerids: readonly string[]; now: number },
): Promise<Similar[]> {
  const { items } = await findSimilarClasses(tx, classid);
  const fitting: Similar[] = [];
  for (const { _id, classname, availableseat } of items) {
    if (availableseat < learnerids.length) continue;
    const clashes = await Promise.all(
      learnerids.map((learnerid) => findLearnerClashes(tx, { learnerid, classid: _id, now })),
    );
    if (clashes.every((some) => some.length === 0)) fitting.push({ _id, classname });
  }
  return fitting;
}
