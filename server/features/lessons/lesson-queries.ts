import type { Db, Row } from '#server/database/schema.ts';

/**
 * A lesson that has not been taken out of the plan, of a class that is there still, with what stands there of
 * the class.
 */
export const findLesson = (db: Db, id: string) =>
  db
    .selectFrom('lessons')
    .innerJoin('classes', 'classes._id', 'lessons.classid')
    .selectAll('lessons')
    .select(['classes.instructorid', 'classes.classname', 'classes.capacity'])
    .where('lessons._id', '=', id)
    .where('lessons.removedat', 'is', null)
    .where('classes.deletedat', 'is', null)
    .executeTakeFirst();

export const findPlan = (db: Db, id: string): Promise<Row<'plans'> | undefined> =>
  db.selectFrom('plans').selectAll().where('_id', '=', id).executeTakeFirst();

export async function isTeacher(db: Db, id: string): Promise<boolean> {
  const user = await db.selectFrom('users').select('role').where('_id', '=', id).executeTakeFirst();
  return user !== undefined && user.role !== 'student';
}

/** The closing days that reach into a time, from one day to another, both included, first of the first. */
export const findClosuresIn = (db: Db, { from, to }: { from: string; to: string }) =>
  db
    .selectFrom('closures')
    .selectAll()
    .where('lastday', '>=', from)
    .where('firstday', '<=', to)
    .orderBy('firstday')
    .execute();

/** When the last lesson of a class that is held begins; undefined where there is none. */
export async function findLastOf(db: Db, classid: string): Promise<Row<'lessons'> | undefined> {
  return db
    .selectFrom('lessons')
    .selectAll()
    .where('classid', '=', classid)
    .where('state', '<>', 'cancelled')
    .orderBy('startsat', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/**
 * The lessons of a class from a moment on (epoch milliseconds) that its plan still has, cancelled ones among
 * them.
 */
export const findLessonsToCome = (db: Db, { classid, now }: { classid: string; now: number }) =>
  db
    .selectFrom('lessons')
    .selectAll()
    .where('classid', '=', classid)
    .where('startsat', '>', now)
    .where('removedat', 'is', null)
    .orderBy('startsat')
    .execute();

/** The same of all lessons that an account is to hold, with the class's instructor. */
export const findLessonsToHold = (db: Db, { teacherid, now }: { teacherid: string; now: number }) =>
  db
    .selectFrom('lessons')
    .innerJoin('classes', 'classes._id', 'lessons.classid')
    .selectAll('lessons')
    .select('classes.instructorid')
    .where('lessons.teacherid', '=', teacherid)
    .where('lessons.startsat', '>', now)
    .where('lessons.removedat', 'is', null)
    .execute();
