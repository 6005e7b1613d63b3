import { findLessonsOfClass } from './queries.ts';
import type { WeekOptions } from './read-week.ts';

/** The lessons of a class in the order in which they begin, each with whether it has begun. */
export async function readLessons(
  { db, now, willChange }: Pick<WeekOptions, 'db' | 'now' | 'willChange'>,
  classid: string,
) {
  const moment = now();
  const lessons = await findLessonsOfClass(db, classid);
  const next = lessons.find(({ startsat }) => startsat > moment);
  if (next) willChange(next.startsat);
  return lessons.map((lesson) => ({ ...lesson, begun: lesson.startsat <= moment }));
}
