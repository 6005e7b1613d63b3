import { inChunks } from '#server/database/lists/batches.ts';
import { ROOM_NAME } from '#server/database/rows/lessons.ts';
import type { Db, Row } from '#server/database/schema.ts';
import { asHeld, findEvenings } from './clashes/find-evenings.ts';
import { LESSON_MS_MAX } from './writing/expand-plans.ts';

const ofClasses = (db: Db) =>
  db
    .selectFrom('lessons')
    .innerJoin('classes', 'classes._id', 'lessons.classid')
    .selectAll('lessons')
    .select(['classes.instructorid', 'classes.classname', 'classes.capacity'])
    .where('lessons.removedat', 'is', null)
    .where('classes.deletedat', 'is', null);

/**
 * A lesson that has not been taken out of the plan, of a class that is there still, with what stands there of
 * the class.
 */
export const findLesson = (db: Db, id: string) =>
  ofClasses(db).where('lessons._id', '=', id).executeTakeFirst();

/** The same of several, as they begin. */
export async function findLessons(db: Db, ids: readonly string[]) {
  const found = await inChunks(ids, (some) => ofClasses(db).where('lessons._id', 'in', some).execute());
  return found.sort((one, other) => one.startsat - other.startsat);
}

/**
 * The lessons that are held at any moment from one to another (epoch milliseconds), of every class: when,
 * where and by whom; and recitals, which are of no class.
 */
export async function findHeldBetween(db: Db, span: { from: number; to: number }) {
  const evenings = await findEvenings(db, span);
  return [...(await findLessonsBetween(db, span)), ...evenings.map(asHeld)];
}

const findLessonsBetween = (db: Db, { from, to }: { from: number; to: number }) =>
  db
    .selectFrom('lessons')
    .select(['_id', 'classid', 'startsat', 'endsat', 'roomid', 'teacherid'])
    .where('startsat', '>', from - LESSON_MS_MAX)
    .where('startsat', '<', to)
    .where('endsat', '>', from)
    .where('state', '<>', 'cancelled')
    .execute();

/** The rooms in use that have so many places, the smallest first. */
export const findRoomsFor = (db: Db, seats: number) =>
  db
    .selectFrom('rooms')
    .select(['_id', ROOM_NAME.as('name'), 'places'])
    .where('retiredat', 'is', null)
    .where('places', '>=', seats)
    .orderBy('places')
    .orderBy('name')
    .orderBy('_id')
    .execute();

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
