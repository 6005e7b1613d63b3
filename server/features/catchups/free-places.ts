import { sql } from 'kysely';
import { inChunks } from '#server/database/lists/batches.ts';
import type { Db } from '#server/database/schema.ts';

/* How many guests a lesson still takes, of rows of `lessons` and of their `classes`. */

const ABSENT = sql<number>`(select count(*) from absences where absences.lessonid = lessons._id)`;
/** Trials that are being paid for. */
const HELD = sql<number>`(select count(*) from orders where orders.lessonid = lessons._id
  and orders.state in ('held', 'intent', 'expiring'))`;
const GUESTS = sql<number>`(select count(*) from guests where guests.lessonid = lessons._id)`;
/** Null of a lesson without a room. */
const LEFT_IN_ROOM = sql<
  number | null
>`(select rooms.places - classes.capacity from rooms where rooms._id = lessons.roomid)`;

/**
 * As many as the class takes beyond its own, but not more than its room has places for when all of them come,
 * and one for each who said that they cannot. Below 0 where more come than that.
 */
export const FREE_FOR_GUESTS = sql<number>`(case when ${LEFT_IN_ROOM} < classes.guestplaces then ${LEFT_IN_ROOM}
  else classes.guestplaces end) + ${ABSENT} - ${GUESTS} - ${HELD}`;

/** How many guests a lesson still takes; the caller has locked its class. */
export async function countFree(tx: Db, lessonid: string): Promise<number> {
  const found = await tx
    .selectFrom('lessons')
    .innerJoin('classes', 'classes._id', 'lessons.classid')
    .select(FREE_FOR_GUESTS.as('free'))
    .where('lessons._id', '=', lessonid)
    .executeTakeFirst();
  return Number(found?.free ?? 0);
}

/**
 * How many guests lessons still take, by their ids: those of a series, or those who try a class of which it is
 * decided that it runs. None is named that takes none.
 */
export async function findFreeForGuests(
  db: Db,
  lessonids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const found = await inChunks(lessonids, (some) =>
    db
      .selectFrom('lessons')
      .innerJoin('classes', 'classes._id', 'lessons.classid')
      .select(['lessons._id', 'classes.series', 'classes.trialprice', FREE_FOR_GUESTS.as('free')])
      .select(['classes.runsfrom', 'classes.decided'])
      .where('lessons._id', 'in', some)
      .execute(),
  );
  const taking = found.filter(({ series, trialprice, runsfrom, decided, free }) => {
    const isSure = runsfrom === null || decided !== null;
    return (series !== null || (trialprice !== null && isSure)) && Number(free) > 0;
  });
  return new Map(taking.map(({ _id, free }) => [_id, Number(free)]));
}
