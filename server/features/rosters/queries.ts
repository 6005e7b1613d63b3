import { sql } from 'kysely';
import { FORMER_STUDENT, isFormer } from '#contract/former.ts';
import type { Db } from '#server/database/schema.ts';

/** Who is enrolled in a class, by name; an address without an account stands for its own name, unless it was erased. */
export async function findRoster(db: Db, classid: string) {
  const students = await db
    .selectFrom('enrolments')
    .leftJoin('users', 'users.email', 'enrolments.email')
    .select(['enrolments._id', 'enrolments.email', 'enrolments.date', 'users.photoURL'])
    .select((of) => of.fn.coalesce('users.name', 'enrolments.email').as('name'))
    .where('enrolments.classid', '=', classid)
    .orderBy(sql`lower(coalesce(users.name, enrolments.email))`)
    .orderBy('enrolments._id')
    .execute();
  return students.map((student) =>
    isFormer(student.email) ? { ...student, name: FORMER_STUDENT } : student,
  );
}
