import { sql } from 'kysely';
import { newId } from '#server/database/ids.ts';
import type { Db, Row } from '#server/database/schema.ts';
import { LESSON_MS_MAX } from '#server/features/lessons/index.ts';

export type RoomRow = Row<'rooms'>;
type RoomDraft = Pick<RoomRow, 'name' | 'places' | 'siteid'>;

const inUse = (db: Db) => db.selectFrom('rooms').where('retiredat', 'is', null);

/** The rooms that are in use with their buildings, by building and name; those of none are the first. */
export const findRooms = (db: Db) =>
  inUse(db)
    .leftJoin('sites', 'sites._id', 'rooms.siteid')
    .selectAll('rooms')
    .select('sites.name as site')
    .orderBy(sql`lower(coalesce(sites.name, ''))`)
    .orderBy(sql`lower(rooms.name)`)
    .orderBy('rooms._id')
    .execute();

/** A room in use, locked until the transaction ends: no lesson is put into it meanwhile. */
export const lockRoom = (tx: Db, id: string): Promise<RoomRow | undefined> =>
  inUse(tx).selectAll().where('_id', '=', id).forNoKeyUpdate('rooms').executeTakeFirst();

export async function insertRoom(tx: Db, draft: RoomDraft, now: number): Promise<RoomRow> {
  const room = { _id: newId(now), ...draft, version: 1, retiredat: null, createdat: now };
  await tx.insertInto('rooms').values(room).execute();
  return room;
}

export async function updateRoomRow(tx: Db, id: string, change: Partial<Omit<RoomRow, '_id' | 'version'>>) {
  const version = sql<number>`version + 1`;
  await tx
    .updateTable('rooms')
    .set({ ...change, version })
    .where('_id', '=', id)
    .execute();
}

/**
 * Classes with lessons in a room that are not over at a moment (`now`, epoch milliseconds), or that are
 * planned there up to a day that is not (`today`), by name: with all their seats, and how many lessons.
 */
export async function findClassesIn(db: Db, roomid: string, { now, today }: { now: number; today: string }) {
  const held = db
    .selectFrom('lessons')
    .select(['classid', '_id as lessonid'])
    .where('roomid', '=', roomid)
    // No lesson is longer than that.
    .where('startsat', '>', now - LESSON_MS_MAX)
    .where('endsat', '>', now)
    .where('removedat', 'is', null)
    // One that is closed out is held again once the closing days are taken away.
    .where((of) => of.or([of('state', '<>', 'cancelled'), of('closureid', 'is not', null)]));
  // All days of a plan may be closed, until the closing days are taken away.
  const planned = db
    .selectFrom('plans')
    .innerJoin('classes', 'classes._id', 'plans.classid')
    .select(['plans.classid', sql<string>`null`.as('lessonid')])
    .where('plans.roomid', '=', roomid)
    .where('plans.lastday', '>=', today)
    .where('classes.deletedat', 'is', null);
  return db
    .selectFrom(held.unionAll(planned).as('uses'))
    .innerJoin('classes', 'classes._id', 'uses.classid')
    .groupBy(['classes._id', 'classes.classname', 'classes.capacity'])
    .select(({ fn }) => [
      'classes._id as classid',
      'classes.classname',
      'classes.capacity as seats',
      fn.count<number>('uses.lessonid').as('lessons'),
    ])
    .orderBy('classes.classname')
    .orderBy('classes._id')
    .execute();
}
