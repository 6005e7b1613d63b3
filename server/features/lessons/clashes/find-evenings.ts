import type { Db } from '#server/database/schema.ts';
import { momentsOf } from '#server/features/lessons/lesson-time.ts';

/*
 * A recital has its room as a lesson has, and nothing else: no class, no teacher, no seats. Who gives a room
 * has locked it, and looks for both.
 */

/** A recital that holds a room, in epoch milliseconds. */
export type Evening = { _id: string; name: string; roomid: string; startsat: number; endsat: number };
type Asked = { roomids?: readonly string[]; from: number; to: number };

const DAY_MS = 24 * 60 * 60_000;
const dayOf = (moment: number) => new Date(moment).toISOString().slice(0, 10);

/** The recitals that hold rooms, those named or any, at any moment from one to another (epoch milliseconds). */
export async function findEvenings(db: Db, { roomids, from, to }: Asked): Promise<Evening[]> {
  if (roomids?.length === 0 || from >= to) return [];
  const found = await db
    .selectFrom('recitals')
    .select(['_id', 'name', 'roomid', 'day', 'starttime', 'heldminutes'])
    // Of whatever zone the school is, and an evening may last past midnight.
    .where('day', '>=', dayOf(from - 2 * DAY_MS))
    .where('day', '<=', dayOf(to + DAY_MS))
    .where('deletedat', 'is', null)
    .$if(roomids !== undefined, (all) => all.where('roomid', 'in', roomids ?? []))
    .execute();
  if (found.length === 0) return [];
  const school = await db.selectFrom('school').select('timezone').executeTakeFirst();
  const zone = school?.timezone ?? 'UTC';
  return found.flatMap(({ _id, name, roomid, heldminutes: minutes, ...time }) => {
    const moments = momentsOf({ ...time, minutes }, zone);
    return roomid !== null && moments.startsat < to && moments.endsat > from
      ? [{ _id, name, roomid, ...moments }]
      : [];
  });
}

/** The same among lessons: of no class and held by no teacher. */
export const asHeld = ({ name: _name, ...evening }: Evening) => ({
  ...evening,
  classid: '',
  teacherid: null,
});
