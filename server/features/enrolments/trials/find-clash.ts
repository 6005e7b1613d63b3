import type { Db } from '#server/database/schema.ts';
import { findBusy, findGuest } from '#server/features/catchups/index.ts';
import type { OrderRow } from '#server/features/orders/index.ts';
import { findTrialLesson } from './trial-lesson.ts';

/**
 * The names of the classes in which a learner is to be in a lesson, as a guest too, while the one is held that
 * an order is for. The caller has locked both.
 */
export async function findTrialClash(
  tx: Db,
  { lessonid, learnerid }: Pick<OrderRow, 'lessonid' | 'learnerid'>,
): Promise<string[]> {
  const lesson = lessonid === null ? undefined : await findTrialLesson(tx, lessonid);
  if (!lesson) return [];
  const { _id, startsat: from, endsat: to, classname } = lesson;
  const busy = await findBusy(tx, { learnerid, from, to });
  // The order itself holds a place in the lesson.
  const others = busy.filter((other) => other._id !== _id).map((other) => other.classname);
  const isGuest = (await findGuest(tx, { lessonid: _id, learnerid })) !== undefined;
  return [...new Set(isGuest ? [...others, classname] : others)];
}
