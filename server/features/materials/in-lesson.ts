import { sql } from 'kysely';
import type { Caller } from '#server/auth/queries.ts';
import type { Db } from '#server/database/schema.ts';
import { findLearnerNames } from '#server/features/learners/index.ts';
import { ensure } from '#server/http/errors.ts';
import { learnersOf } from './learners-of.ts';
import { type FoundLesson, findFile, findLesson } from './queries.ts';

type Who = Pick<Caller, '_id' | 'learnerid'>;

/** Whether an account teaches a lesson or its class. */
export const teaches = ({ teacherid, instructorid }: FoundLesson, { _id }: Pick<Caller, '_id'>): boolean =>
  _id === teacherid || _id === instructorid;

/**
 * The one check of who is in a lesson: who teaches it or its class, and the families of learners who had a
 * place when it began. A role opens nothing here.
 */
export async function isInLesson(db: Db, lesson: FoundLesson, caller: Who): Promise<boolean> {
  if (teaches(lesson, caller)) return true;
  const names = await findLearnerNames(db, caller);
  const found = await db
    .selectFrom('learners')
    .select('_id')
    .where('_id', 'in', [...names.keys()])
    .where(sql<boolean>`_id in ${learnersOf(lesson)}`)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Throws `lesson-not-found` for a lesson that the caller is not in. */
export async function requireAttended(db: Db, id: string, caller: Who): Promise<void> {
  const lesson = await requireLesson(db, id);
  ensure(await isInLesson(db, lesson, caller), 'lesson-not-found');
}

/** Throws `lesson-not-found`, and `forbidden` for a lesson that the caller does not teach. */
export async function requireTaught(db: Db, id: string, caller: Who): Promise<void> {
  ensure(teaches(await requireLesson(db, id), caller), 'forbidden');
}

export async function requireLesson(db: Db, id: string): Promise<FoundLesson> {
  const lesson = await findLesson(db, id);
  ensure(lesson, 'lesson-not-found');
  return lesson;
}

/** A file of a lesson that the caller is in, or teaches. Throws `file-not-found`. */
export async function requireFile(
  db: Db,
  id: string,
  { caller, isTaught }: { caller: Who; isTaught: boolean },
): Promise<void> {
  const file = await findFile(db, id);
  const lesson = file && (await findLesson(db, file.lessonid));
  ensure(lesson, 'file-not-found');
  const may = isTaught ? teaches(lesson, caller) : await isInLesson(db, lesson, caller);
  ensure(may, 'file-not-found');
}
