import { LESSON_ROOM } from '#server/database/rows/lessons.ts';
import type { Db } from '#server/database/schema.ts';
import { LostRace } from '#server/database/transact.ts';
import { lockTimetable } from '#server/features/lessons/index.ts';

export type TrialLesson = NonNullable<Awaited<ReturnType<typeof findTrialLesson>>>;

/** A lesson of a class that is there still, as who tries it reads it. */
export const findTrialLesson = (db: Db, id: string) =>
  db
    .selectFrom('lessons')
    .innerJoin('classes', 'classes._id', 'lessons.classid')
    .select(['lessons._id', 'lessons.classid', 'classes.classname', 'classes.status', 'classes.trialprice'])
    .select(['classes.runsfrom', 'classes.decided'])
    .select(['lessons.day', 'lessons.startsat', 'lessons.endsat', 'lessons.roomid', 'lessons.state'])
    .select(LESSON_ROOM.as('room'))
    .where('lessons._id', '=', id)
    .where('lessons.removedat', 'is', null)
    .where('classes.deletedat', 'is', null)
    .executeTakeFirst();

/**
 * The same as it is until the transaction ends, with its guests: its class is locked, its room, and the
 * learner, who is given no other lesson meanwhile. Undefined where it is there no more.
 */
export async function lockTrialLesson(
  tx: Db,
  { lessonid, learnerid }: { lessonid: string; learnerid: string },
): Promise<TrialLesson | undefined> {
  const seen = await findTrialLesson(tx, lessonid);
  if (!seen) return undefined;
  await lockTimetable(tx, { classids: [seen.classid] });
  const lesson = await findTrialLesson(tx, lessonid);
  if (!lesson) return undefined;
  if (lesson.classid !== seen.classid) throw new LostRace('A lesson is another class’s meanwhile.');
  const roomids = lesson.roomid === null ? [] : [lesson.roomid];
  await lockTimetable(tx, { roomids, learnerids: [learnerid] });
  return lesson;
}

/** Whether a lesson can be tried: it is held, and of a class that is on offer. */
export const isHeld = ({ state, status }: Pick<TrialLesson, 'state' | 'status'>): boolean =>
  state !== 'cancelled' && status === 'approved';
