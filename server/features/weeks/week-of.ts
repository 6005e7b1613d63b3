import type { LearnerNames } from '#server/features/learners/index.ts';
import type { LessonFound } from './queries.ts';

/**
 * Lessons as one person reads them, by when they begin. Of a lesson there may be several rows, each with
 * another of their learners.
 */
export function weekOf(
  rows: readonly LessonFound[],
  { callerid, names }: { callerid: string; names: LearnerNames },
) {
  const learnersOf = Map.groupBy(rows, ({ _id }) => _id);
  const lessons = new Map(rows.map((row) => [row._id, row]));
  return [...lessons.values()]
    .map((lesson) => {
      const ids = learnersOf.get(lesson._id)?.map(({ learnerid }) => learnerid);
      // In the family's order.
      const learners = [...names].filter(([learnerid]) => ids?.includes(learnerid));
      return {
        ...lesson,
        learners: learners.map(([learnerid, learnername]) => ({ learnerid, learnername })),
        substitute: lesson.teacherid !== null && lesson.teacherid !== lesson.instructorid,
        teaching: lesson.teacherid === callerid,
      };
    })
    .sort((one, other) => one.startsat - other.startsat || (one._id < other._id ? -1 : 1));
}
