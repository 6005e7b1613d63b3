import { sql } from 'kysely';
import { CLASHES_MAX } from '#contract/lessons/calls.ts';
import type { Db } from '#server/database/schema.ts';
import { findClassesOf } from '#server/features/lessons/queries.ts';
import { LESSON_MS_MAX } from '#server/features/lessons/writing/expand-plans.ts';

/**
 * That another learner of the family has a lesson elsewhere while a class meets on `day`; `with` is what
 * theirs is called.
 */
export type FamilyHint = { day: string; learnerid: string; with: string };

/**
 * Lessons to come of a class while some of these learners are in another class, elsewhere: not in the same
 * room. Earliest first, at most `CLASHES_MAX`.
 */
export async function findFamilyHints(
  db: Db,
  { learnerids, classid, now }: { learnerids: readonly string[]; classid: string; now: number },
): Promise<FamilyHint[]> {
  const memberships = (await findClassesOf(db, learnerids)).filter((other) => other.classid !== classid);
  if (memberships.length === 0) return [];
  const learnersOf = Map.groupBy(memberships, (other) => other.classid);
  const lessons = await db
    .selectFrom('lessons as mine')
    .innerJoin('lessons as theirs', (on) =>
      on
        .on('theirs.classid', 'in', [...learnersOf.keys()])
        .on('theirs.startsat', '>', sql<number>`mine.startsat - ${sql.lit(LESSON_MS_MAX)}`)
        .onRef('theirs.startsat', '<', 'mine.endsat')
        .onRef('theirs.endsat', '>', 'mine.startsat')
        .on('theirs.state', '<>', 'cancelled'),
    )
    .innerJoin('classes', 'classes._id', 'theirs.classid')
    .select(['mine.day', 'theirs.classid', 'classes.classname'])
    .where('mine.classid', '=', classid)
    .where('mine.startsat', '>', now)
    .where('mine.state', '<>', 'cancelled')
    .where(sql<boolean>`(mine.roomid is null or theirs.roomid is null or mine.roomid <> theirs.roomid)`)
    .orderBy('mine.startsat')
    .limit(CLASHES_MAX)
    .execute();
  return lessons
    .flatMap(({ day, classid: other, classname }) =>
      (learnersOf.get(other) ?? []).map(({ learnerid }) => ({ day, learnerid, with: classname })),
    )
    .slice(0, CLASHES_MAX);
}
