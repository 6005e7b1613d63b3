import { sql } from 'kysely';
import { prepared } from '#server/database/prepared.ts';
import { PLACE_BEGINS } from '#server/database/rows/learners.ts';
import {
  isAfter,
  isBefore,
  LESSON_ROOM,
  LESSON_TEACHER,
  type LessonPlace,
  momentsAround,
} from '#server/database/rows/lessons.ts';
import type { Db } from '#server/database/schema.ts';
import { HAS_MATERIALS } from '#server/features/materials/index.ts';

/** Days of the school's time zone, both included. */
type Days = { from: string; to: string };
type Within = Days & ReturnType<typeof momentsAround>;

/** No lesson is longer, so that one that is still at work is found among those that began since. */
const LESSON_MAX_MS = 10 * 60 * 60_000;

/** What is told of a lesson. */
const lessons = (db: Db) =>
  db
    .selectFrom('lessons')
    .innerJoin('classes', 'classes._id', 'lessons.classid')
    .select(['lessons._id', 'lessons.classid', 'classes.classname', 'lessons.teacherid', 'lessons.roomid'])
    .select(['lessons.day', 'lessons.startsat', 'lessons.endsat', 'lessons.state', 'lessons.reason'])
    .select([LESSON_TEACHER.as('instructorname'), LESSON_ROOM.as('room')])
    .select(['classes.instructorid', 'classes.series'])
    .select(HAS_MATERIALS.as('given'));

/** Those of some days; one that was taken out of its class's plan is told nowhere. */
const within = (db: Db, { from, to, since, until }: Within) =>
  lessons(db)
    .where('lessons.startsat', '>=', since)
    .where('lessons.startsat', '<', until)
    .where('lessons.day', '>=', from)
    .where('lessons.day', '<=', to)
    .where('lessons.removedat', 'is', null);

/** Whether a guest, of `guests`, tries the lesson. */
const IS_TRIAL = sql<0 | 1>`case when guests.kind = 'trial' then 1 else 0 end`.as('trial');
const NO_TRIAL = sql<0 | 1>`0`.as('trial');

/** A lesson that is told of for no learner. */
const NO_LEARNER = [
  sql<string | null>`null`.as('learnerid'),
  sql<0 | 1>`0`.as('guest'),
  NO_TRIAL,
  sql<0 | 1>`0`.as('absent'),
] as const;

/** Whether it was said that a learner, of `enrolments`, cannot come to a lesson. */
const IS_ABSENT = sql<0 | 1>`case when exists (select 1 from absences where absences.lessonid = lessons._id
  and absences.learnerid = enrolments.learnerid) then 1 else 0 end`;

type OfLearners = { learnerids: readonly string[] };

/** Lessons of the classes that learners are enrolled in, from enrolling on, one row for each of them. */
export const findOfLearners = (db: Db, ask: Days & OfLearners) =>
  ofLearners(db, { ...ask, ...momentsAround(ask) });

const ofLearners = prepared((db, { learnerids, ...days }: Within & OfLearners) =>
  within(db, days)
    .innerJoin('enrolments', 'enrolments.classid', 'lessons.classid')
    .where('enrolments.learnerid', 'in', learnerids)
    .where('lessons.startsat', '>=', PLACE_BEGINS)
    .select(['enrolments.learnerid as learnerid', sql<0 | 1>`0`.as('guest'), NO_TRIAL])
    .select(IS_ABSENT.as('absent')),
);

/** Lessons to which learners come as guests, one row for each of them. */
export const findOfGuests = (db: Db, ask: Days & OfLearners) =>
  ofGuests(db, { ...ask, ...momentsAround(ask) });

const ofGuests = prepared((db, { learnerids, ...days }: Within & OfLearners) =>
  within(db, days)
    .innerJoin('guests', 'guests.lessonid', 'lessons._id')
    .where('guests.learnerid', 'in', learnerids)
    .select(['guests.learnerid as learnerid', sql<0 | 1>`1`.as('guest'), IS_TRIAL])
    .select(sql<0 | 1>`0`.as('absent')),
);

/** Lessons that an account teaches. */
export const findTaught = (db: Db, ask: Days & { teacherid: string }) =>
  taught(db, { ...ask, ...momentsAround(ask) });

const taught = prepared((db, { teacherid, ...days }: Within & { teacherid: string }) =>
  within(db, days)
    .where('lessons.teacherid', '=', teacherid)
    .select([...NO_LEARNER]),
);

type OfSchool = Days & {
  /** Whose lessons, by its id; an empty one names those without a room. */
  room: string | undefined;
  limit: number;
} & (
    | {
        /** The lesson after which they begin. */
        after: LessonPlace;
      }
    | {
        /** The lesson before which they end: the last ones, the latest first. */
        before: LessonPlace;
      }
  );

/** Lessons of every class, or of one room: the first that come after one, or the last that come before one. */
export const findOfSchool = (db: Db, { room, limit, ...ask }: OfSchool) => {
  const order = 'before' in ask ? 'desc' : 'asc';
  return within(db, { ...ask, ...momentsAround(ask) })
    .select([...NO_LEARNER])
    .where('before' in ask ? isBefore(ask.before) : isAfter(ask.after))
    .$if(room !== undefined, (q) => q.where('lessons.roomid', room ? '=' : 'is', room || null))
    .orderBy('lessons.startsat', order)
    .orderBy('lessons._id', order)
    .limit(limit)
    .execute();
};

export type LessonFound = Awaited<ReturnType<typeof findOfSchool>>[number];

/** Lessons by their ids, of which there are some. */
export const findLessons = prepared((db, { ids }: { ids: readonly string[] }) =>
  lessons(db)
    .where('lessons._id', 'in', ids)
    .select([...NO_LEARNER]),
);

type Next = { now: number; since: number };

/** By when they begin, those that are at work or still to come and not cancelled. */
const coming = (db: Db, { now, since }: Next) =>
  db
    .selectFrom('lessons')
    .select('lessons._id')
    .where('lessons.startsat', '>=', since)
    .where('lessons.endsat', '>', now)
    .where('lessons.state', '<>', 'cancelled')
    .orderBy('lessons.startsat')
    .limit(1);

/**
 * The next lesson, since they enrolled, of each class that learners are in, to which it was not said that they
 * cannot come; null of one that has none.
 */
export const findNextOfClasses = (
  db: Db,
  { learnerids, now }: { learnerids: readonly string[]; now: number },
) => nextOfClasses(db, { learnerids, now, since: now - LESSON_MAX_MS });

const nextOfClasses = prepared((db, { learnerids, ...moments }: Next & { learnerids: readonly string[] }) =>
  db
    .selectFrom('enrolments')
    .select('learnerid')
    .select(
      coming(db, moments)
        .whereRef('lessons.classid', '=', sql.ref('enrolments.classid'))
        .where('lessons.startsat', '>=', PLACE_BEGINS)
        .where(({ not }) => not(sql<boolean>`${IS_ABSENT} = 1`))
        .as('lessonid'),
    )
    .where('learnerid', 'in', learnerids),
);

/** Lessons to which learners come as guests and that are at work or still to come. */
export const findNextOfGuests = (
  db: Db,
  { learnerids, now }: { learnerids: readonly string[]; now: number },
) => nextOfGuests(db, { learnerids, now });

const nextOfGuests = prepared((db, { learnerids, now }: { learnerids: readonly string[]; now: number }) =>
  db
    .selectFrom('guests')
    .innerJoin('lessons', 'lessons._id', 'guests.lessonid')
    .select(['guests.learnerid', 'guests.lessonid', IS_TRIAL])
    .where('guests.learnerid', 'in', learnerids)
    .where('lessons.endsat', '>', now)
    .where('lessons.state', '<>', 'cancelled'),
);

/** The next lesson that an account teaches; none for null. */
export const findNextTaught = (db: Db, { teacherid, now }: { teacherid: string; now: number }) =>
  nextTaught(db, { teacherid, now, since: now - LESSON_MAX_MS });

const nextTaught = prepared((db, { teacherid, ...moments }: Next & { teacherid: string }) =>
  coming(db, moments).where('lessons.teacherid', '=', teacherid),
);
