import { sql } from 'kysely';
import { prepared } from '#server/database/prepared.ts';
import { PLACE_BEGINS } from '#server/database/rows/learners.ts';
import { LESSON_ROOM } from '#server/database/rows/lessons.ts';
import type { Db, Row } from '#server/database/schema.ts';
import { FREE_FOR_GUESTS } from '#server/features/catchups/index.ts';

/** What a lesson is to those who miss it or come to it instead, of a class that is there still. */
const lessons = (db: Db) =>
  db
    .selectFrom('lessons')
    .innerJoin('classes', 'classes._id', 'lessons.classid')
    .select(['lessons._id', 'lessons.classid', 'classes.classname', 'classes.series', 'classes.status'])
    .select(['lessons.day', 'lessons.startsat', 'lessons.endsat', 'lessons.roomid', 'lessons.state'])
    .where('lessons.removedat', 'is', null)
    .where('classes.deletedat', 'is', null);

export type FoundLesson = NonNullable<Awaited<ReturnType<typeof findLesson>>>;

export const findLesson = (db: Db, id: string) =>
  lessons(db).where('lessons._id', '=', id).executeTakeFirst();

export async function hasGuests(tx: Db, lessonid: string): Promise<boolean> {
  const guest = tx.selectFrom('guests').select('learnerid').where('lessonid', '=', lessonid).limit(1);
  return (await guest.executeTakeFirst()) !== undefined;
}

/** Whether a learner has a place in a class from before a lesson of it begins. */
export async function isEnrolled(
  db: Db,
  { learnerid, lesson: { classid, startsat } }: { learnerid: string; lesson: FoundLesson },
): Promise<boolean> {
  const place = db
    .selectFrom('enrolments')
    .select('_id')
    .where('learnerid', '=', learnerid)
    .where('classid', '=', classid)
    .where(PLACE_BEGINS, '<=', startsat);
  return (await place.executeTakeFirst()) !== undefined;
}

/** The school's rules of missed lessons. */
export async function findRules(db: Db) {
  const school = await db
    .selectFrom('school')
    .select(['missedlessons', 'noticehours', 'catchupweeks', 'catchupsaterm'])
    .executeTakeFirst();
  if (!school) throw new Error('The school has no row of its own.');
  return school;
}

/** The school's terms, the earlier first. */
export const findTerms = (db: Db): Promise<Pick<Row<'terms'>, '_id' | 'firstday' | 'lastday'>[]> =>
  db
    .selectFrom('terms')
    .select(['_id', 'firstday', 'lastday'])
    .orderBy('firstday')
    .orderBy('lastday')
    .orderBy('_id')
    .execute();

/** The days of the lessons that a learner has caught up, or is to. */
export async function findCaughtUp(db: Db, learnerid: string): Promise<string[]> {
  const rows = await db
    .selectFrom('guests')
    .innerJoin('lessons', 'lessons._id', 'guests.fromlessonid')
    .select('lessons.day')
    .where('guests.learnerid', '=', learnerid)
    .where('guests.kind', '=', 'catchup')
    .execute();
  return rows.map(({ day }) => day);
}

/** A mark that a learner was there: then nothing is to be caught up. */
const WAS_THERE = sql<boolean>`exists (select 1 from attendance where attendance.lessonid = absences.lessonid
  and attendance.learnerid = absences.learnerid and attendance.state <> 'absent')`;
const IS_CAUGHT_UP = sql<boolean>`exists (select 1 from guests where guests.fromlessonid = absences.lessonid
  and guests.learnerid = absences.learnerid)`;

type Of = { learnerid: string; now: number };

/** Missed lessons that a learner may still catch up, the one whose time ends first coming first. */
export const findRights = prepared((db, { learnerid, now }: Of) =>
  db
    .selectFrom('absences')
    .innerJoin('lessons', 'lessons._id', 'absences.lessonid')
    .innerJoin('classes', 'classes._id', 'lessons.classid')
    .select(['absences.lessonid as fromlessonid', 'lessons.classid', 'classes.classname', 'classes.series'])
    .select(['lessons.day', 'lessons.startsat', 'absences.until'])
    .where('absences.learnerid', '=', learnerid)
    .where('absences.earned', '=', 1)
    .where('absences.until', '>', now)
    .where(({ not }) => not(IS_CAUGHT_UP))
    .where(({ not }) => not(WAS_THERE))
    .orderBy('absences.until')
    .orderBy('lessons.startsat')
    .$narrowType<{ until: number }>(),
);

/** Whether a learner may catch up a lesson now, and until when; undefined where they may not. */
export async function findRight(tx: Db, { fromlessonid, ...of }: Of & { fromlessonid: string }) {
  return (await findRights(tx, of)).find((right) => right.fromlessonid === fromlessonid);
}

/** More lessons than these are offered to no one. */
const OFFERED_MAX = 1000;

type Span = { from: number; to: number };

/** Lessons of classes of these series that begin in a span of time and still take a guest, as they begin. */
export const findOffered = prepared((db, { series, from, to }: Span & { series: readonly string[] }) =>
  lessons(db)
    .select([LESSON_ROOM.as('room'), FREE_FOR_GUESTS.as('free')])
    .where('classes.series', 'in', series)
    .where('classes.status', '=', 'approved')
    .where('lessons.startsat', '>', from)
    .where('lessons.startsat', '<', to)
    .where('lessons.state', '<>', 'cancelled')
    .where(FREE_FOR_GUESTS, '>', 0)
    .orderBy('lessons.startsat')
    .orderBy('lessons._id')
    .limit(OFFERED_MAX),
);

/** Lessons that a learner is to come to as a guest and that are not over, as they begin. */
export const findBooked = prepared((db, { learnerid, now }: Of) =>
  db
    .selectFrom('guests')
    .innerJoin('lessons', 'lessons._id', 'guests.lessonid')
    .innerJoin('classes', 'classes._id', 'lessons.classid')
    .select(['lessons._id', 'classes.classname', 'lessons.startsat', 'lessons.endsat'])
    .select([LESSON_ROOM.as('room'), 'guests.fromlessonid', 'guests.movedat'])
    .where('guests.learnerid', '=', learnerid)
    .where('guests.kind', '=', 'catchup')
    .where('lessons.endsat', '>', now)
    .orderBy('lessons.startsat'),
);

/** Lessons to come that a learner is to miss, as they begin. */
export const findNotices = prepared((db, { learnerid, now }: Of) =>
  db
    .selectFrom('absences')
    .innerJoin('lessons', 'lessons._id', 'absences.lessonid')
    .innerJoin('classes', 'classes._id', 'lessons.classid')
    .select([
      'absences.lessonid',
      'classes.classname',
      'lessons.startsat',
      'absences.words',
      'absences.until',
    ])
    .where('absences.learnerid', '=', learnerid)
    .where('lessons.startsat', '>', now)
    .orderBy('lessons.startsat'),
);
