import { sql } from 'kysely';
import { newId } from '#server/database/ids.ts';
import { inChunks } from '#server/database/lists/batches.ts';
import { ROOM_NAME } from '#server/database/rows/lessons.ts';
import type { Db, Row } from '#server/database/schema.ts';

export type ClosureRow = Row<'closures'>;
export type ClosureFields = Omit<ClosureRow, '_id' | 'version' | 'createdat'>;
type LessonRow = Row<'lessons'>;

const DAY_MS = 24 * 60 * 60_000;

/** Every closing day with what is closed, the first day first. */
export const findClosures = (db: Db) =>
  db
    .selectFrom('closures')
    .leftJoin('rooms', 'rooms._id', 'closures.roomid')
    .leftJoin('users', 'users._id', 'closures.teacherid')
    .selectAll('closures')
    .select([ROOM_NAME.$castTo<string | null>().as('room'), 'users.name as instructorname'])
    .orderBy('closures.firstday')
    .orderBy('closures._id')
    .execute();

/** What is closed on any of some days, the closing days of this id first. */
export async function findClosuresIn(
  db: Db,
  { _id, firstday, lastday }: Pick<ClosureRow, '_id' | 'firstday' | 'lastday'>,
): Promise<ClosureRow[]> {
  const found = await db
    .selectFrom('closures')
    .selectAll()
    .where('lastday', '>=', firstday)
    .where('firstday', '<=', lastday)
    .orderBy('firstday')
    .orderBy('_id')
    .execute();
  return found.sort((one, other) => Number(other._id === _id) - Number(one._id === _id));
}

export const findClosure = (db: Db, id: string): Promise<ClosureRow | undefined> =>
  db.selectFrom('closures').selectAll().where('_id', '=', id).executeTakeFirst();

/** Closing days of the same room or teacher, from the same day to the same. */
export const findSameClosure = (
  db: Db,
  { firstday, lastday, roomid, teacherid }: Omit<ClosureFields, 'name'>,
): Promise<ClosureRow | undefined> =>
  db
    .selectFrom('closures')
    .selectAll()
    .where('firstday', '=', firstday)
    .where('lastday', '=', lastday)
    .where('roomid', 'is not distinct from', roomid)
    .where('teacherid', 'is not distinct from', teacherid)
    .executeTakeFirst();

export async function insertClosure(tx: Db, fields: ClosureFields, now: number): Promise<ClosureRow> {
  const closure = { _id: newId(now), ...fields, version: 1, createdat: now };
  await tx.insertInto('closures').values(closure).execute();
  return closure;
}

export async function updateClosureRow(tx: Db, id: string, fields: ClosureFields): Promise<void> {
  const version = sql<number>`version + 1`;
  await tx
    .updateTable('closures')
    .set({ ...fields, version })
    .where('_id', '=', id)
    .execute();
}

export async function deleteClosureRow(tx: Db, id: string): Promise<void> {
  await tx.deleteFrom('closures').where('_id', '=', id).execute();
}

/** Those of who taught. */
export async function deleteClosuresOf(tx: Db, teacherid: string): Promise<void> {
  await tx.deleteFrom('closures').where('teacherid', '=', teacherid).execute();
}

/** Whether a room is in use. */
export async function isRoomInUse(tx: Db, id: string): Promise<boolean> {
  const room = tx.selectFrom('rooms').select('_id').where('_id', '=', id).where('retiredat', 'is', null);
  return (await room.executeTakeFirst()) !== undefined;
}

/** Lessons still to begin that are to be held on closing days, where or by whom is closed. */
export async function findLessonsOn(db: Db, closure: ClosureFields, now: number): Promise<LessonRow[]> {
  const { firstday, lastday, roomid, teacherid } = closure;
  return (
    db
      .selectFrom('lessons')
      .selectAll()
      // Days begin at another moment in each zone, at most fourteen hours apart from UTC.
      .where('startsat', '>', Math.max(now, Date.parse(firstday) - DAY_MS))
      .where('startsat', '<', Date.parse(lastday) + 2 * DAY_MS)
      .where('day', '>=', firstday)
      .where('day', '<=', lastday)
      .where('state', '<>', 'cancelled')
      .$if(roomid !== null, (lessons) => lessons.where('roomid', '=', roomid))
      .$if(teacherid !== null, (lessons) => lessons.where('teacherid', '=', teacherid))
      .execute()
  );
}

/**
 * Lessons still to begin that closing days have cancelled, but those that were taken out of the plan since,
 * or whose class was deleted.
 */
export const findLessonsClosedBy = (db: Db, closureid: string, now: number): Promise<LessonRow[]> =>
  db
    .selectFrom('lessons')
    .innerJoin('classes', 'classes._id', 'lessons.classid')
    .selectAll('lessons')
    .where('lessons.closureid', '=', closureid)
    .where('lessons.startsat', '>', now)
    .where('lessons.state', '=', 'cancelled')
    .where('lessons.removedat', 'is', null)
    .where('classes.deletedat', 'is', null)
    .execute();

/** Plans with days among closing days, where or by whom is closed, but of classes that were deleted. */
export async function findPlansOn(db: Db, closure: ClosureRow): Promise<Row<'plans'>[]> {
  const { firstday, lastday, roomid, teacherid } = closure;
  return db
    .selectFrom('plans')
    .innerJoin('classes', 'classes._id', 'plans.classid')
    .selectAll('plans')
    .where('plans.firstday', '<=', lastday)
    .where('plans.lastday', '>=', firstday)
    .where('classes.deletedat', 'is', null)
    .$if(roomid !== null, (plans) => plans.where('plans.roomid', '=', roomid))
    .$if(teacherid !== null, (plans) => plans.where('plans.teacherid', '=', teacherid))
    .execute();
}

/** The days among closing days for which plans have a lesson already, whatever became of it. */
export const findPlannedDays = (
  db: Db,
  planids: readonly string[],
  { firstday, lastday }: Pick<ClosureRow, 'firstday' | 'lastday'>,
) =>
  inChunks(planids, (ids) =>
    db
      .selectFrom('lessons')
      .select(['planid', 'planday'])
      .where('planid', 'in', ids)
      .where('planday', '>=', firstday)
      .where('planday', '<=', lastday)
      .execute(),
  );

export const findPlans = (db: Db, planids: readonly string[]): Promise<Row<'plans'>[]> =>
  inChunks(planids, (ids) => db.selectFrom('plans').selectAll().where('_id', 'in', ids).execute());

/** How many seats classes have, by id. */
export async function findSeats(db: Db, classids: readonly string[]): Promise<Map<string, number>> {
  const classes = await inChunks(classids, (ids) =>
    db.selectFrom('classes').select(['_id', 'capacity']).where('_id', 'in', ids).execute(),
  );
  return new Map(classes.map(({ _id, capacity }) => [_id, capacity]));
}

export async function findClassNames(db: Db, classids: readonly string[]): Promise<Map<string, string>> {
  const classes = await inChunks(classids, (ids) =>
    db.selectFrom('classes').select(['_id', 'classname']).where('_id', 'in', ids).execute(),
  );
  return new Map(classes.map(({ _id, classname }) => [_id, classname]));
}
