import type { Db } from '#server/database/schema.ts';
import { nextLessons, sumLessons } from './queries.ts';

/**
 * Moments in epoch milliseconds at which lessons begin; `left` have not begun, `of` are all of the present
 * plans; cancelled ones are in no number.
 */
export type LessonCount = {
  left: number;
  of: number;
  first: number | null;
  last: number | null;
  next: number | null;
};

/**
 * How many lessons classes have, by the class's id; one without lessons is not in it, and of one whose
 * lessons are all cancelled there are 0.
 */
export async function countLessons(
  db: Db,
  classids: readonly string[],
  now: number,
): Promise<Map<string, LessonCount>> {
  if (classids.length === 0) return new Map();
  const sums = await sumLessons(db, { classids: [...new Set(classids)], now });
  return new Map(sums.map(({ classid, ...count }) => [classid, count]));
}

/**
 * Whether all lessons of a class have begun by a moment (epoch milliseconds) or are cancelled; one without
 * any is not over.
 */
export const isClassOver = async (db: Db, classid: string, now: number): Promise<boolean> =>
  (await countLessons(db, [classid], now)).get(classid)?.left === 0;

/**
 * The next lesson of a class: the day at the school, moments in epoch milliseconds, and what its room is
 * called.
 */
export type NextLesson = { day: string; startsat: number; endsat: number; room: string | null };

/**
 * The next lesson of each class, by the class's id, that is not cancelled and has not begun at a moment
 * (epoch milliseconds).
 */
export async function findNextLessons(
  db: Db,
  classids: readonly string[],
  now: number,
): Promise<Map<string, NextLesson>> {
  if (classids.length === 0) return new Map();
  const found = await nextLessons(db, { classids: [...new Set(classids)], now });
  return new Map(found.map(({ classid, ...lesson }) => [classid, lesson]));
}
