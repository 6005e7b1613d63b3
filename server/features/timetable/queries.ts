import { sql } from 'kysely';
import { LESSON_ROOM, LESSON_TEACHER, momentsAround } from '#server/database/lessons.ts';
import { LIST_BATCH, type Order, takeBatches } from '#server/database/pagination.ts';
import type { Db } from '#server/database/schema.ts';

/** Days of the school's time zone, both included; `room` and `teacher` are ids. */
export type TimetableQuery = { from: string; to: string; room?: string; teacher?: string };

const BY_START: Order = { by: [sql.ref<number>('startsat')], isDescending: false };

/** What is held or was to be, of the approved classes. */
const shown = (db: Db, query: TimetableQuery) => {
  const { since, until } = momentsAround(query);
  return db.selectFrom((from) =>
    from
      .selectFrom('lessons')
      .innerJoin('classes', 'classes._id', 'lessons.classid')
      .where('lessons.startsat', '>=', since)
      .where('lessons.startsat', '<', until)
      .where('lessons.day', '>=', query.from)
      .where('lessons.day', '<=', query.to)
      .where('lessons.removedat', 'is', null)
      .where('classes.status', '=', 'approved')
      .where('classes.deletedat', 'is', null)
      .$if(query.room !== undefined, (q) => q.where('lessons.roomid', '=', query.room as string))
      .$if(query.teacher !== undefined, (q) => q.where('lessons.teacherid', '=', query.teacher as string))
      .select(['lessons._id', 'lessons.classid', 'classes.classname', 'lessons.teacherid', 'lessons.roomid'])
      .select(['lessons.day', 'lessons.startsat', 'lessons.endsat', 'lessons.state'])
      .select([LESSON_TEACHER.as('instructorname'), LESSON_ROOM.as('room')])
      .as('shown'),
  );
};

/** The lessons of some days in the order in which they begin, a batch at a time. */
export const findTimetable = (db: Db, query: TimetableQuery) =>
  takeBatches(shown(db, query).selectAll(), BY_START, LIST_BATCH);

/** The lessons of a class in the order in which they begin. */
export const findLessonsOfClass = (db: Db, classid: string) =>
  db
    .selectFrom('lessons')
    .select(['_id', 'teacherid', 'roomid', 'day', 'startsat', 'endsat', 'state', 'reason'])
    .select([LESSON_TEACHER.as('instructorname'), LESSON_ROOM.as('room')])
    .where('classid', '=', classid)
    .where('removedat', 'is', null)
    .orderBy('startsat')
    .orderBy('_id')
    .execute();
