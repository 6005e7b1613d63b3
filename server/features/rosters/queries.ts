import { sql } from 'kysely';
import { formerEmail, formerStudent } from '#contract/former.ts';
import { ageGroupOf, ageOn } from '#contract/learners/ages.ts';
import { STUDENTS_PER_PAGE } from '#contract/rosters/calls.ts';
import {
  LIST_BATCH,
  type Order,
  type PageQuery,
  takeBatches,
  takePage,
} from '#server/database/lists/pagination.ts';
import { LEARNER_NAME, PLACE_BEGINS } from '#server/database/rows/learners.ts';
import type { Db, Row } from '#server/database/schema.ts';

const BY_NAME: Order = { by: [sql.ref<string>('lowername')], isDescending: false };

/** Who is enrolled in a class: as many as it has seats, so that sorting them for each page costs little. */
const enrolled = (db: Db, classid: string) =>
  db
    .selectFrom((from) =>
      from
        .selectFrom('enrolments')
        .innerJoin('learners', 'learners._id', 'enrolments.learnerid')
        .leftJoin('users', 'users._id', 'learners.userid')
        .select(['enrolments._id', 'enrolments.learnerid', PLACE_BEGINS.as('date')])
        .select(['learners.self', 'learners.born', 'learners.note'])
        .select(['users.name as accountname', 'users.email', 'users.photoURL'])
        .select(['users.emergencyname', 'users.emergencyphone', 'users.phone'])
        .select(LEARNER_NAME.as('name'))
        .select(sql<string>`lower(coalesce(${LEARNER_NAME}, ${formerStudent()}))`.as('lowername'))
        .where('enrolments.classid', '=', classid)
        .as('students'),
    )
    .selectAll();

type Enrolled = Pick<Row<'learners'>, 'self' | 'born' | 'note'> & {
  _id: string;
  learnerid: string;
  date: number;
  name: string | null;
  accountname: string | null;
  email: string | null;
  photoURL: string | null;
  emergencyname: string | null;
  emergencyphone: string | null;
  phone: string | null;
};

/** What teachers read of a student on a day; of a child nothing but this. */
const shownOn =
  (day: string) =>
  ({ _id, date, learnerid, name, accountname, email, photoURL, self, born, note }: Enrolled) => ({
    _id,
    date,
    name: name ?? formerStudent(),
    // One who has left has no account any more, and a family may have no address.
    email: accountname === null ? formerEmail(learnerid) : email,
    // The picture is of the account's owner.
    photoURL: self ? photoURL : null,
    ...(born !== null && { agegroup: ageGroupOf(ageOn(born, day)) }),
    ...(!self && accountname !== null && { guardian: accountname }),
    ...(note !== null && { note }),
  });

export type Student = ReturnType<ReturnType<typeof shownOn>>;

type RosterQuery = {
  classid: string;
  /** By which ages are counted, `2026-11-24`. */
  day: string;
};

/** Whom to call on the day of a lesson. */
const emergencyOf = ({ emergencyname: name, emergencyphone: phone }: Enrolled) =>
  phone === null ? {} : { emergency: { name, phone } };

/** What the office calls a family by. */
const phoneOf = ({ phone }: Enrolled) => (phone === null ? {} : { phone });

/**
 * A page of them, by name, with the telephone of each for the office, and with whom to call in an emergency
 * where the reader needs to know.
 */
export async function browseRoster(
  db: Db,
  {
    classid,
    day,
    isToCall,
    isForOffice,
    ...ask
  }: PageQuery & RosterQuery & { isToCall: boolean; isForOffice: boolean },
) {
  const { items, ...page } = await takePage(enrolled(db, classid), ask, BY_NAME, STUDENTS_PER_PAGE);
  const shown = shownOn(day);
  return {
    ...page,
    students: items.map((one) => ({
      ...shown(one),
      ...(isForOffice && phoneOf(one)),
      ...(isToCall && emergencyOf(one)),
    })),
  };
}

/**
 * Whether a class has a lesson on a day, which a teacher holds where one is named: the substitute, or who
 * teaches the class where none is.
 */
export async function hasLesson(
  db: Db,
  { classid, day, teacherid }: RosterQuery & { teacherid?: string | undefined },
): Promise<boolean> {
  const lesson = db
    .selectFrom('lessons')
    .innerJoin('classes', 'classes._id', 'lessons.classid')
    .select('lessons._id')
    .where('classid', '=', classid)
    .where('day', '=', day)
    .where('cancelledat', 'is', null)
    .where('removedat', 'is', null)
    .$if(teacherid !== undefined, (some) =>
      some.where(sql<boolean>`coalesce(lessons.teacherid, classes.instructorid) = ${teacherid}`),
    );
  return (await lesson.limit(1).executeTakeFirst()) !== undefined;
}

export async function countRoster(db: Db, classid: string) {
  const { count } = await db
    .selectFrom('enrolments')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('classid', '=', classid)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** All of them, by name. */
export async function* findRoster(db: Db, { classid, day }: RosterQuery) {
  for await (const batch of takeBatches(enrolled(db, classid), BY_NAME, LIST_BATCH))
    yield* batch.map(shownOn(day));
}

/** Whether any student has details beyond those of an account. */
export async function hasChildren(db: Db, classid: string): Promise<boolean> {
  const described = db
    .selectFrom('enrolments')
    .innerJoin('learners', 'learners._id', 'enrolments.learnerid')
    .select('enrolments._id')
    .where('enrolments.classid', '=', classid)
    .where(({ eb, or }) =>
      or([eb('self', '=', 0), eb('born', 'is not', null), eb('learners.note', 'is not', null)]),
    );
  return (await described.limit(1).executeTakeFirst()) !== undefined;
}
