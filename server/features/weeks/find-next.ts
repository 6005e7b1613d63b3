import type { Db } from '#server/database/schema.ts';
import {
  findLessons,
  findNextOfClasses,
  findNextOfGuests,
  findNextTaught,
  type LessonFound,
} from './queries.ts';

type Who = { teacherid: string; learnerids: readonly string[]; now: number };

/**
 * The next lesson of each learner, and the next that an account teaches, at a moment (epoch milliseconds):
 * one row for each of them. Lessons of a learner that begin at the same moment are all next.
 */
export async function findNext(db: Db, { teacherid, learnerids, now }: Who): Promise<LessonFound[]> {
  const [ofClasses, ofGuests, taught] = await Promise.all([
    findNextOfClasses(db, { learnerids, now }),
    findNextOfGuests(db, { learnerids, now }),
    findNextTaught(db, { teacherid, now }),
  ]);
  const coming = [
    ...ofClasses.map((one) => ({ ...one, guest: 0 as const, trial: 0 as const })),
    ...ofGuests.map((one) => ({ ...one, guest: 1 as const })),
  ];
  const ids = [...coming.map(({ lessonid }) => lessonid), ...taught.map(({ _id }) => _id)];
  const found = await findLessonsById(db, ids);
  const ofLearners = coming.flatMap(({ lessonid, ...comes }) => {
    const lesson = lessonid && found.get(lessonid);
    return lesson ? [{ ...lesson, ...comes }] : [];
  });
  const first = Map.groupBy(ofLearners, ({ learnerid }) => learnerid)
    .values()
    .flatMap((lessons) => {
      const startsat = Math.min(...lessons.map((lesson) => lesson.startsat));
      return lessons.filter((lesson) => lesson.startsat === startsat);
    });
  return [...first, ...taught.flatMap(({ _id }) => found.get(_id) ?? [])];
}

async function findLessonsById(db: Db, ids: readonly (string | null)[]): Promise<Map<string, LessonFound>> {
  const known = [...new Set(ids)].filter((id) => id !== null);
  if (known.length === 0) return new Map();
  return new Map((await findLessons(db, { ids: known })).map((lesson) => [lesson._id, lesson]));
}
