import type { Db } from '#server/database/schema.ts';
import { findClashes, type LessonDraft } from '#server/features/lessons/clashes/find-clashes.ts';
import { momentsOf } from '#server/features/lessons/lesson-time.ts';
import { lockTimetable } from '#server/features/lessons/locks.ts';
import { findClassesToCome, findPlannedToCome } from '#server/features/lessons/queries.ts';
import { writeLessons } from './write-lessons.ts';

/**
 * Holds planned lessons to come at the times of their plans on the clocks of a zone (an IANA name), where it
 * is another one or clocks change otherwise than was thought. What was moved stays when it is, and so does
 * what would then be in the way of another lesson. `now`: epoch milliseconds.
 */
export async function recomputeLessons(tx: Db, { zone, now }: { zone: string; now: number }): Promise<void> {
  await lockTimetable(tx, { classids: await findClassesToCome(tx, now) });
  let lessons: LessonDraft[] = [];
  for (const { starttime, minutes, ...lesson } of await findPlannedToCome(tx, now)) {
    const moments = momentsOf({ day: lesson.planday, starttime, minutes }, zone);
    if (moments.startsat !== lesson.startsat) lessons.push({ ...lesson, ...moments });
  }
  // What stays where it is may be in the way of the next.
  for (;;) {
    const clashing = new Set((await findClashes(tx, { lessons, now })).map(({ lessonid }) => lessonid));
    if (clashing.size === 0) break;
    lessons = lessons.filter(({ _id }) => !clashing.has(_id));
  }
  await writeLessons(tx, { lessons, now });
}
