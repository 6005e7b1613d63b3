import { sql } from 'kysely';
import { FORMER_TEACHER } from '#contract/former.ts';
import { inChunks } from '#server/database/lists/batches.ts';
import type { Db } from '#server/database/schema.ts';

const DAY_MS = 24 * 60 * 60_000;

/** What a row of `rooms` is called to those who have to find it: with its building. */
export const ROOM_NAME = sql<string>`rooms.name || coalesce((select ', ' || sites.name from sites where sites._id = rooms.siteid), '')`;

/** What the room of a row of `lessons` is called; null where none was chosen. */
export const LESSON_ROOM = sql<
  string | null
>`(select ${ROOM_NAME} from rooms where rooms._id = lessons.roomid)`;

/** The day of the lesson that a row of `orders` tries; null of one for a place in a class. */
export const TRIAL_DAY = sql<
  string | null
>`(select lessons.day from lessons where lessons._id = orders.lessonid)`;

/** What who holds it is called. */
export const LESSON_TEACHER = sql<string>`coalesce((select users.name from users where users._id = lessons.teacherid), ${sql.lit(FORMER_TEACHER)})`;

/**
 * The moments between which the lessons of some days, both included, begin, in whatever time zone: midnight
 * is 14 hours before that of UTC at most, and 12 after it, and a lesson is on a day by its `day` alone.
 */
export const momentsAround = ({ from, to }: { from: string; to: string }) => ({
  since: Date.parse(from) - DAY_MS,
  until: Date.parse(to) + 2 * DAY_MS,
});

/** A lesson as lists of them are ordered: by when it begins, and by its id. */
export type LessonPlace = { startsat: number; _id: string };

/** Before every lesson, and after every one. */
export const BEFORE_ALL: LessonPlace = { startsat: Number.MIN_SAFE_INTEGER, _id: '' };
export const AFTER_ALL: LessonPlace = { startsat: Number.MAX_SAFE_INTEGER, _id: '' };

/** Where a lesson stands in lists of them; before all where none is named, or one that is gone. */
export async function findLessonPlace(db: Db, id: string | undefined): Promise<LessonPlace> {
  const lessons = db.selectFrom('lessons').select(['startsat', '_id']);
  return (id && (await lessons.where('_id', '=', id).executeTakeFirst())) || BEFORE_ALL;
}

/** Whether a row of `lessons` comes after a place in lists of them. */
export const isAfter = ({ startsat, _id }: LessonPlace) =>
  sql<boolean>`(lessons.startsat, lessons._id) > (${startsat}, ${_id})`;

/** Whether it comes before one. */
export const isBefore = ({ startsat, _id }: LessonPlace) =>
  sql<boolean>`(lessons.startsat, lessons._id) < (${startsat}, ${_id})`;

/** What rooms are called to those who have to find them, those that are out of use among them. */
export async function findRoomNames(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await inChunks(ids, (some) =>
    db
      .selectFrom('rooms')
      .select(['_id', ROOM_NAME.as('name')])
      .where('_id', 'in', some)
      .execute(),
  );
  return new Map(rows.map(({ _id, name }) => [_id, name]));
}
