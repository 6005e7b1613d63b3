import type { Db } from '#server/database/schema.ts';
import { findFormerGuests, findGuests, findLessonsById, type Since, type ToldLesson } from './queries.ts';

/** Lessons to which learners come as guests, or were to come. */
type Visits = {
  /** As a calendar is told of them that has them for no other reason. */
  lessons: readonly ToldLesson[];
  /** The learners who come to a lesson. */
  comingTo: (lessonid: string) => readonly string[];
};

/**
 * What guests and their families are told: the lesson, which is cancelled for as long as any other once the
 * place is given up. Each time a place is taken or given up is a change of the event, with a higher number.
 */
export async function findVisits(
  db: Db,
  { learnerids, ...since }: Since & { learnerids: readonly string[] },
): Promise<Visits> {
  const of = { learnerids, from: since.from };
  const guests = Map.groupBy(await findGuests(db, of), ({ lessonid }) => lessonid);
  const former = await findFormerGuests(db, of);
  const told = former.filter(({ lessonid, at }) => guests.has(lessonid) || at > since.cancelledfrom);
  const left = Map.groupBy(told, ({ lessonid }) => lessonid);
  const ids = [...new Set([...guests.keys(), ...left.keys()])];
  const lessons = await findLessonsById(db, { ids, ...since });
  return {
    lessons: lessons.map((lesson) => {
      const [coming, gone] = [guests.get(lesson._id) ?? [], left.get(lesson._id) ?? []];
      const times = gone.reduce((sum, one) => sum + one.times, 0);
      return {
        ...lesson,
        ...(coming.length === 0 && { state: 'cancelled' as const }),
        seq: lesson.seq + coming.length + 2 * times,
        changedat: Math.max(lesson.changedat, ...[...coming, ...gone].map(({ at }) => at)),
      };
    }),
    comingTo: (lessonid) => (guests.get(lessonid) ?? []).map(({ learnerid }) => learnerid),
  };
}
