import { sql } from 'kysely';
import { FORMER_TEACHER } from '#contract/former.ts';
import { LIST_BATCH, type Order, takeBatches } from '#server/database/pagination.ts';
import type { Db } from '#server/database/schema.ts';

const DAY_MS = 24 * 60 * 60_000;

/** Days of the school's time zone, both included; `room` and `teacher` are ids. */
export type TimetableQuery = { from: string; to: string; room?: string; teacher?: string };

const BY_START: Order = { by: [sql.ref<number>('startsat')], isDescending: false };

/**
 * The moments between which the lessons of some days begin, in whatever time zone: midnight is 14 hours before that of UTC at most, and 12
 * after it, and a lesson is on a day by its `day` alone.
 */
const momentsAround = ({ from, to }: TimetableQuery) => [
  Date.parse(from) - DAY_MS,
  Date.parse(to) + 2 * DAY_MS,
];

const ROOM = sql<string | null>`(select rooms.name from rooms where rooms._id = lessons.roomid)`;
const TEACHER = sql<string>`coalesce((select users.name from users where users._id = lessons.teacherid), ${sql.lit(FORMER_TEACHER)})`;

/** What is held or was to be, of the approved classes. */
const shown = (db: Db, query: TimetableQuery) => {
  const [first = 0, last = 0] = momentsAround(query);
  return db.selectFrom((from) =>
    from
      .selectFrom('lessons')
      .innerJoin('classes', 'classes._id', 'lessons.classid')
      .where('lessons.startsat', '>=', first)
      .where('lessons.startsat', '<', last)
      .where('lessons.day', '>=', query.from)
      .where('lessons.day', '<=', query.to)
      .where('lessons.removedat', 'is', null)
      .where('classes.status', '=', 'approved')
      .where('classes.deletedat', 'is', null)
      .$if(query.room !== undefined, (q) => q.where('lessons.roomid', '=', query.room as string))
      .$if(query.teacher !== undefined, (q) => q.where('lessons.teacherid', '=', query.teacher as string))
      .select(['lessons._id', 'lessons.classid', 'classes.classname', 'lessons.teacherid', 'lessons.roomid'])
      .select(['lessons.day', 'lessons.startsat', 'lessons.endsat', 'lessons.state'])
      .select([TEACHER.as('instructorname'), ROOM.as('room')])
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
    .select([TEACHER.as('instructorname'), ROOM.as('room')])
    .where('classid', '=', classid)
    .where('removedat', 'is', null)
    .orderBy('startsat')
    .orderBy('_id')
    .execute();
