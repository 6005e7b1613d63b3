import { sql } from 'kysely';
import { newId } from '#server/database/ids.ts';
import { locked } from '#server/database/lock.ts';
import type { Db, Row } from '#server/database/schema.ts';
import { LESSON_MS_MAX } from '#server/features/lessons/index.ts';

export type RoomRow = Row<'rooms'>;
type RoomDraft = Pick<RoomRow, 'name' | 'places'>;

const inUse = (db: Db) => db.selectFrom('rooms').where('retiredat', 'is', null);

/** The rooms that are in use, by name. */
export const findRooms = (db: Db): Promise<RoomRow[]> =>
  inUse(db).selectAll().orderBy(sql`lower(name)`).orderBy('_id').execute();

/** A room in use, locked until the transaction ends: no lesson is put into it meanwhile. */
export const lockRoom = (tx: Db, id: string): Promise<RoomRow | undefined> =>
  locked(tx, inUse(tx).selectAll().where('_id', '=', id), 'rooms').executeTakeFirst();

export async function insertRoom(tx: Db, draft: RoomDraft, now: number): Promise<RoomRow> {
  const room = { _id: newId(now), ...draft, retiredat: null, createdat: now };
  await tx.insertInto('rooms').values(room).execute();
  return room;
}

export async function updateRoomRow(tx: Db, id: string, change: Partial<Omit<RoomRow, '_id'>>) {
  await tx.updateTable('rooms').set(change).where('_id', '=', id).execute();
}

/** Classes with lessons in a room that are not over at a moment (epoch milliseconds), by name: with all their seats, and how many lessons. */
export async function findClassesIn(db: Db, roomid: string, now: number) {
  return (
    db
      .selectFrom('lessons')
      .innerJoin('classes', 'classes._id', 'lessons.classid')
      .where('lessons.roomid', '=', roomid)
      // No lesson is longer than that.
      .where('lessons.startsat', '>', now - LESSON_MS_MAX)
      .where('lessons.endsat', '>', now)
      // One that is closed out is held again once the closing days are taken away.
      .where((of) => of.or([of('lessons.state', '<>', 'cancelled'), of('lessons.closureid', 'is not', null)]))
      .groupBy(['classes._id', 'classes.classname', 'classes.capacity'])
      .select(({ fn }) => [
        'classes._id as classid',
        'classes.classname',
        'classes.capacity as seats',
        fn.countAll<number>().as('lessons'),
      ])
      .orderBy('classes.classname')
      .orderBy('classes._id')
      .execute()
  );
}
