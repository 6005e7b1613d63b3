import type { Db } from '#server/database/schema.ts';
import { nextLessons } from './queries.ts';

/** The next lesson of a class: the day at the school, moments in epoch milliseconds, and what its room is called. */
export type NextLesson = { day: string; startsat: number; endsat: number; room: string | null };

/** The next lesson of each class, by the class's id, that is not cancelled and has not begun at a moment (epoch milliseconds). */
export async function findNextLessons(
  db: Db,
  classids: readonly string[],
  now: number,
): Promise<Map<string, NextLesson>> {
  if (classids.length === 0) return new Map();
  const found = await nextLessons(db, { classids: [...new Set(classids)], now });
  return new Map(found.map(({ classid, ...lesson }) => [classid, lesson]));
}
