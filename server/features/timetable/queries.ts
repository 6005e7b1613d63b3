import { sql } from 'kysely';
import { LIST_BATCH, type Order, takeBatches } from '#server/database/lists/pagination.ts';
import {
  isAfter,
  LESSON_ROOM,
  LESSON_TEACHER,
  type LessonPlace,
  momentsAround,
  ROOM_NAME,
} from '#server/database/rows/lessons.ts';
import type { Db } from '#server/database/schema.ts';

/** Days of the school's time zone, both included; `room` and `teacher` are ids; an empty one is none. */
export type TimetableQuery = {
  from: string;
  to: string;
  room?: string | undefined;
  teacher?: string | undefined;
  /** After which lesson they begin. */
  after?: LessonPlace;
};

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
      .$if(query.after !== undefined, (q) => q.where(isAfter(query.after as LessonPlace)))
      .where('classes.status', '=', 'approved')
      .where('classes.deletedat', 'is', null)
      .$if(Boolean(query.room), (q) => q.where('lessons.roomid', '=', query.room as string))
      .$if(Boolean(query.teacher), (q) => q.where('lessons.teacherid', '=', query.teacher as string))
      .select(['lessons._id', 'lessons.classid', 'classes.classname', 'lessons.teacherid', 'lessons.roomid'])
      .select(['lessons.day', 'lessons.startsat', 'lessons.endsat', 'lessons.state'])
      .select([LESSON_TEACHER.as('instructorname'), LESSON_ROOM.as('room')])
      .as('shown'),
  );
};

/** The lessons of some days in the order in which they begin, a batch at a time. */
export const findTimetable = (db: Db, query: TimetableQuery) =>
  takeBatches(shown(db, query).selectAll(), BY_START, LIST_BATCH);

/** The first of them, as many as `limit`. */
export const findFirstOfTimetable = (db: Db, query: TimetableQuery, limit: number) =>
  shown(db, query).selectAll().orderBy('startsat').orderBy('_id').limit(limit).execute();

/** The day of the first lesson of all, or of the last; undefined where there is none. */
export async function findEndOfTimetable(db: Db, end: 'first' | 'last'): Promise<string | undefined> {
  const order = end === 'first' ? 'asc' : 'desc';
  const lessons = db.selectFrom('lessons').select('day').where('removedat', 'is', null);
  const found = lessons.orderBy('startsat', order).orderBy('_id', order).limit(1);
  return (await found.executeTakeFirst())?.day;
}

/** What the timetable may be narrowed to, by name: rooms in use, and instructors. */
export async function findChoices(db: Db) {
  const rooms = db.selectFrom('rooms').where('retiredat', 'is', null);
  const teachers = db
    .selectFrom('users')
    .where('role', '=', 'instructor')
    .where(sql<boolean>`(listed = 1 or (listed = 2 and (emailverified = 1 or provedat is not null)))`);
  const BY_NAME = sql`lower(name)`;
  return {
    rooms: await rooms
      .select(['_id', ROOM_NAME.as('name')])
      .orderBy(BY_NAME)
      .orderBy('_id')
      .execute(),
    teachers: await teachers.select(['_id', 'name']).orderBy(BY_NAME).orderBy('_id').execute(),
  };
}

/** When the whole school is closed between two days. */
export const findSchoolClosures = (db: Db, { from, to }: Pick<TimetableQuery, 'from' | 'to'>) =>
  db
    .selectFrom('closures')
    .select(['name', 'firstday', 'lastday'])
    .where('lastday', '>=', from)
    .where('firstday', '<=', to)
    .where('roomid', 'is', null)
    .where('teacherid', 'is', null)
    .orderBy('firstday')
    .orderBy('_id')
    .execute();

/** The lessons of a class in the order in which they begin. */
export const findLessonsOfClass = (db: Db, classid: string) =>
  db
    .selectFrom('lessons')
    .select(['_id', 'teacherid', 'roomid', 'day', 'startsat', 'endsat', 'state', 'reason', 'seq as version'])
    .select([LESSON_TEACHER.as('instructorname'), LESSON_ROOM.as('room')])
    .where('classid', '=', classid)
    .where('removedat', 'is', null)
    .orderBy('startsat')
    .orderBy('_id')
    .execute();
