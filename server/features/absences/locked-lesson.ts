import type { Db } from '#server/database/schema.ts';
import { LostRace } from '#server/database/transact.ts';
import { lockTimetable } from '#server/features/lessons/index.ts';
import { ensure } from '#server/http/errors.ts';
import { type FoundLesson, findLesson } from './queries.ts';

/**
 * Lessons as they are until the transaction ends, with who comes to them and who does not: their classes are
 * locked, and their rooms, and the learner, who is given no other lesson meanwhile. Throws
 * `lesson-not-found`.
 */
export async function lockLessons<const Ids extends readonly string[]>(
  tx: Db,
  { lessonids, learnerid }: { lessonids: Ids; learnerid: string },
): Promise<{ [I in keyof Ids]: FoundLesson }> {
  const seen = await findAll(tx, lessonids);
  await lockTimetable(tx, { classids: seen.map(({ classid }) => classid) });
  const lessons = await findAll(tx, lessonids);
  if (lessons.some(({ classid }, at) => classid !== seen[at]?.classid))
    throw new LostRace('A lesson is another class’s meanwhile.');
  await lockTimetable(tx, {
    roomids: lessons.flatMap(({ roomid }) => roomid ?? []),
    learnerids: [learnerid],
  });
  return lessons as { [I in keyof Ids]: FoundLesson };
}

async function findAll(tx: Db, ids: readonly string[]): Promise<FoundLesson[]> {
  const lessons: FoundLesson[] = [];
  for (const id of ids) {
    const lesson = await findLesson(tx, id);
    ensure(lesson, 'lesson-not-found');
    lessons.push(lesson);
  }
  return lessons;
}
