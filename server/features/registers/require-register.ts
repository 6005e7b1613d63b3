import { addDays } from '#contract/time/days.ts';
import { isOffice } from '#contract/users/calls.ts';
import type { Caller } from '#server/auth/queries.ts';
import { type SchoolNow, schoolDay } from '#server/database/rows/school-row.ts';
import type { Db } from '#server/database/schema.ts';
import { ensure } from '#server/http/errors.ts';
import { findLesson, type RegisterLesson } from './queries.ts';

/** Who asks for a register, and when (epoch milliseconds). */
export type Asking = {
  caller: Pick<Caller, '_id' | 'role'>;
  school: Pick<SchoolNow, 'timezone' | 'registerdays'>;
  now: number;
};

/**
 * A lesson whose register the caller may read: the office any, an instructor those of their classes, and as a
 * substitute from the day before the lesson until the register closes. Throws `lesson-not-found` and
 * `forbidden`.
 */
export async function requireRegister(
  db: Db,
  id: string,
  { caller, school, now }: Asking,
): Promise<RegisterLesson> {
  const lesson = await findLesson(db, id);
  ensure(lesson, 'lesson-not-found');
  const today = schoolDay(school, now);
  const isSubstitute = lesson.heldby === caller._id && addDays(lesson.day, -1) <= today;
  const isTheirs = lesson.instructorid === caller._id || (isSubstitute && !isOver(lesson, { school, now }));
  ensure(isOffice(caller.role) || isTheirs, 'forbidden');
  return lesson;
}

/** Whether so many days have passed since a lesson that teachers correct its register no more. */
const isOver = ({ day }: Pick<RegisterLesson, 'day'>, { school, now }: Pick<Asking, 'school' | 'now'>) =>
  schoolDay(school, now) > addDays(day, school.registerdays);

/** Why the caller cannot mark anything in a lesson; undefined where nothing stands in the way. */
export function obstacleTo(lesson: Pick<RegisterLesson, 'day' | 'state'>, { caller, school, now }: Asking) {
  if (lesson.state === 'cancelled') return 'lesson-cancelled';
  if (schoolDay(school, now) < lesson.day) return 'too-early';
  return caller.role !== 'admin' && isOver(lesson, { school, now }) ? 'register-closed' : undefined;
}
