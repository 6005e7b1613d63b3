import { type Expression, sql } from 'kysely';
import { PLACE_BEGINS } from '#server/database/rows/learners.ts';
import type { Db, Row } from '#server/database/schema.ts';

export type CalendarRow = Row<'calendars'>;

/** As `IdentityProvider.currentEpoch`. */
export type CurrentEpoch = Expression<number | null> | undefined;

/**
 * Calendars that count: of an account that is still who made it, and whose sessions were not ended since,
 * as the identity service says where it can be asked.
 */
const counting = (db: Db, currentEpoch: CurrentEpoch) =>
  db
    .selectFrom('calendars')
    .innerJoin('users', 'users._id', 'calendars.userid')
    .whereRef('users.uid', '=', 'calendars.uid')
    .$if(currentEpoch !== undefined, (calendars) =>
      calendars.where(sql<boolean>`calendars.epoch = ${currentEpoch}`),
    );

/**
 * The account whose calendar has an address, by the hash of its token, with the learner that it is itself.
 */
export async function findOwner(db: Db, hash: string, currentEpoch: CurrentEpoch) {
  return counting(db, currentEpoch)
    .innerJoin('learners', 'learners.userid', 'users._id')
    .select(['users._id', 'users.language', 'learners._id as learnerid'])
    .where('calendars.hash', '=', hash)
    .where('learners.self', '=', 1)
    .executeTakeFirst();
}

/** Since when an account's calendar has the address that works now. */
export async function findOwnCalendar(db: Db, userid: string, currentEpoch: CurrentEpoch) {
  return counting(db, currentEpoch)
    .select('calendars.createdat')
    .where('calendars.userid', '=', userid)
    .executeTakeFirst();
}

/** Since when it has one, whether that works or not. */
export async function findCreated(db: Db, userid: string): Promise<number | undefined> {
  const calendar = db.selectFrom('calendars').select('createdat').where('userid', '=', userid);
  return (await calendar.executeTakeFirst())?.createdat;
}

/** Gives a calendar its address, in place of the one before. */
export async function saveCalendar(tx: Db, { userid, ...address }: CalendarRow): Promise<void> {
  await tx
    .insertInto('calendars')
    .values({ userid, ...address })
    .onConflict((c) => c.column('userid').doUpdateSet(address))
    .execute();
}

/** Takes an account's calendar its address; gives how many it had. */
export async function deleteCalendar(tx: Db, userid: string): Promise<number> {
  const calendar = tx.deleteFrom('calendars').where('userid', '=', userid);
  return Number((await calendar.executeTakeFirstOrThrow()).numDeletedRows);
}

/** Whether a sign-in has not been ended. */
export async function isOpen(tx: Db, signinid: string): Promise<boolean> {
  const open = tx
    .selectFrom('signins')
    .select('_id')
    .where('_id', '=', signinid)
    .where('endedat', 'is', null);
  return (await open.executeTakeFirst()) !== undefined;
}

/** From which moments on (epoch milliseconds) lessons are told, and cancellations. */
export type Since = { from: number; cancelledfrom: number };

const lessons = (db: Db, { from, cancelledfrom }: Since) =>
  db
    .selectFrom('lessons')
    .innerJoin('classes', 'classes._id', 'lessons.classid')
    .leftJoin('rooms', 'rooms._id', 'lessons.roomid')
    .leftJoin('sites', 'sites._id', 'rooms.siteid')
    .leftJoin('users as teachers', 'teachers._id', 'lessons.teacherid')
    .select([
      'lessons._id',
      'lessons.classid',
      'classes.classname',
      'classes.status',
      'classes.deletedat',
      'rooms.name as room',
      'sites.name as site',
      'sites.street',
      'sites.postcode',
      'sites.town',
      'teachers.name as teacher',
      'lessons.planday',
      'lessons.day',
      'lessons.startsat',
      'lessons.endsat',
      'lessons.state',
      'lessons.reason',
      'lessons.seq',
      'lessons.changedat',
    ])
    .where('lessons.startsat', '>=', from)
    .where((of) =>
      of.or([of('lessons.cancelledat', 'is', null), of('lessons.cancelledat', '>', cancelledfrom)]),
    );

/** A lesson, or a recital as one: of no class, and with a page of its own (`path`) where visitors see it. */
export type ToldLesson = Awaited<ReturnType<ReturnType<typeof lessons>['execute']>>[number] & {
  path?: string | null;
};

/** The lessons of classes, cancelled ones among them. */
export async function findLessons(
  db: Db,
  { classids, ...since }: Since & { classids: readonly string[] },
): Promise<ToldLesson[]> {
  if (classids.length === 0) return [];
  return lessons(db, since).where('lessons.classid', 'in', classids).orderBy('lessons.startsat').execute();
}

/** Lessons by their ids, cancelled ones among them. */
export async function findLessonsById(
  db: Db,
  { ids, ...since }: Since & { ids: readonly string[] },
): Promise<ToldLesson[]> {
  if (ids.length === 0) return [];
  return lessons(db, since).where('lessons._id', 'in', ids).orderBy('lessons.startsat').execute();
}

/** The lessons that an account teaches. */
export async function findTaughtLessons(
  db: Db,
  { userid, ...since }: Since & { userid: string },
): Promise<ToldLesson[]> {
  return lessons(db, since).where('lessons.teacherid', '=', userid).orderBy('lessons.startsat').execute();
}

/** The classes in which learners have a place, and from when. */
export async function findPlaces(db: Db, learnerids: readonly string[]) {
  return db
    .selectFrom('enrolments')
    .select(['learnerid', 'classid', PLACE_BEGINS.as('date')])
    .where('learnerid', 'in', learnerids)
    .execute();
}

/** Lessons to which learners come as guests, and since when. */
export const findGuests = (
  db: Db,
  { learnerids, from }: Pick<Since, 'from'> & { learnerids: readonly string[] },
) =>
  db
    .selectFrom('guests')
    .innerJoin('lessons', 'lessons._id', 'guests.lessonid')
    .select(['guests.lessonid', 'guests.learnerid', 'guests.createdat as at'])
    .where('guests.learnerid', 'in', learnerids)
    .where('lessons.startsat', '>=', from)
    .execute();

/** Lessons to which learners were to come as guests, how often they gave the place up, and when at last. */
export const findFormerGuests = (
  db: Db,
  { learnerids, from }: Pick<Since, 'from'> & { learnerids: readonly string[] },
) =>
  db
    .selectFrom('formerguests')
    .innerJoin('lessons', 'lessons._id', 'formerguests.lessonid')
    .select(['formerguests.lessonid', 'formerguests.learnerid', 'formerguests.times'])
    .select('formerguests.endedat as at')
    .where('formerguests.learnerid', 'in', learnerids)
    .where('lessons.startsat', '>=', from)
    .execute();

const recitals = (db: Db) =>
  db
    .selectFrom('recitals')
    .leftJoin('rooms', 'rooms._id', 'recitals.roomid')
    .leftJoin('sites', 'sites._id', 'rooms.siteid')
    .selectAll('recitals')
    .select(['rooms.name as room', 'sites.name as site', 'sites.street', 'sites.postcode', 'sites.town']);

export type ToldRecital = Awaited<ReturnType<ReturnType<typeof recitals>['execute']>>[number];

/** A recital that visitors see. */
export const findPublicRecital = (db: Db, id: string): Promise<ToldRecital | undefined> =>
  recitals(db)
    .where('recitals._id', '=', id)
    .where('public', '=', 1)
    .where('deletedat', 'is', null)
    .executeTakeFirst();

/** Recitals in which learners play, accompany or turn pages, and who of them does; called off ones among them. */
export async function findRecitals(
  db: Db,
  { learnerids, ...since }: Since & { learnerids: readonly string[] },
) {
  const takingPart = await db
    .selectFrom('recitalperformers')
    .select(['recitalid', 'learnerid'])
    .where('learnerid', 'in', learnerids)
    .where('position', 'is not', null)
    .union(
      db
        .selectFrom('recitalpieces')
        .select(['recitalid', sql<string>`accompanistid`.as('learnerid')])
        .where('accompanistid', 'in', learnerids)
        .where('position', 'is not', null),
    )
    .union(
      db
        .selectFrom('recitalpieces')
        .select(['recitalid', sql<string>`turnerid`.as('learnerid')])
        .where('turnerid', 'in', learnerids)
        .where('position', 'is not', null),
    )
    .execute();
  const by = Map.groupBy(takingPart, ({ recitalid }) => recitalid);
  if (by.size === 0) return [];
  const found = await recitals(db)
    .where('recitals._id', 'in', [...by.keys()])
    .where('recitals.day', '>=', new Date(since.from).toISOString().slice(0, 10))
    .where((of) => of.or([of('deletedat', 'is', null), of('deletedat', '>', since.cancelledfrom)]))
    .orderBy('recitals.day')
    .execute();
  return found.map((recital) => ({
    recital,
    learnerids: (by.get(recital._id) ?? []).map(({ learnerid }) => learnerid),
  }));
}
