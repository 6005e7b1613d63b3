import type { Db } from '#server/database/schema.ts';
import { sumLessons } from './queries.ts';

/**
 * Moments in epoch milliseconds at which lessons begin; `left` have not begun, `of` are all of the present plans; cancelled ones are in no
 * number.
 */
export type LessonCount = {
  left: number;
  of: number;
  first: number | null;
  last: number | null;
  next: number | null;
};

/** How many lessons classes have, by the class's id; one without lessons is not in it, and of one whose lessons are all cancelled there are 0. */
export async function countLessons(
  db: Db,
  classids: readonly string[],
  now: number,
): Promise<Map<string, LessonCount>> {
  if (classids.length === 0) return new Map();
  const sums = await sumLessons(db, { classids: [...new Set(classids)], now });
  return new Map(sums.map(({ classid, ...count }) => [classid, count]));
}

/** Whether all lessons of a class have begun by a moment (epoch milliseconds) or are cancelled; one without any is not over. */
export const isClassOver = async (db: Db, classid: string, now: number): Promise<boolean> =>
  (await countLessons(db, [classid], now)).get(classid)?.left === 0;
