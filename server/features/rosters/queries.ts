import { sql } from 'kysely';
import { FORMER_STUDENT, formerEmail } from '#contract/former.ts';
import { STUDENTS_PER_PAGE } from '#contract/rosters.ts';
import {
  LIST_BATCH,
  type Order,
  type PageQuery,
  takeBatches,
  takePage,
} from '#server/database/pagination.ts';
import type { Db } from '#server/database/schema.ts';

const BY_NAME: Order = { by: [sql.ref<string>('lowername')], isDescending: false };

/** Who is enrolled in a class: as many as it has seats, so that sorting them for each page costs little. */
const enrolled = (db: Db, classid: string) =>
  db
    .selectFrom((from) =>
      from
        .selectFrom('enrolments')
        .innerJoin('learners', 'learners._id', 'enrolments.learnerid')
        .leftJoin('users', 'users._id', 'learners.userid')
        .select(['enrolments._id', 'enrolments.learnerid', 'enrolments.date'])
        .select(['users.name', 'users.email', 'users.photoURL'])
        .select(sql<string>`lower(coalesce(users.name, ${FORMER_STUDENT}))`.as('lowername'))
        .where('enrolments.classid', '=', classid)
        .as('students'),
    )
    .selectAll();

type Enrolled = { learnerid: string; name: string | null; email: string | null };

const named = <Row extends Enrolled>({ learnerid, name, email, ...student }: Row) => ({
  ...student,
  name: name ?? FORMER_STUDENT,
  email: email ?? formerEmail(learnerid),
});

/** A page of them, by name. */
export async function browseRoster(db: Db, { classid, ...ask }: PageQuery & { classid: string }) {
  const { items, ...page } = await takePage(enrolled(db, classid), ask, BY_NAME, STUDENTS_PER_PAGE);
  return { ...page, students: items.map(named) };
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
export async function* findRoster(db: Db, classid: string) {
  for await (const batch of takeBatches(enrolled(db, classid), BY_NAME, LIST_BATCH)) yield* batch.map(named);
}
