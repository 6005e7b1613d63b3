import { sql } from 'kysely';
import { FORMER_STUDENT, formerEmail } from '#contract/former.ts';
import type { Db } from '#server/database/schema.ts';

/** Who is enrolled in a class, by name. */
export async function findRoster(db: Db, classid: string) {
  const students = await db
    .selectFrom('enrolments')
    .innerJoin('learners', 'learners._id', 'enrolments.learnerid')
    .leftJoin('users', 'users._id', 'learners.userid')
    .select(['enrolments._id', 'enrolments.learnerid', 'enrolments.date'])
    .select(['users.name', 'users.email', 'users.photoURL'])
    .where('enrolments.classid', '=', classid)
    .orderBy(sql`lower(coalesce(users.name, ${FORMER_STUDENT}))`)
    .orderBy('enrolments._id')
    .execute();
  return students.map(({ learnerid, name, email, ...student }) => ({
    ...student,
    name: name ?? FORMER_STUDENT,
    email: email ?? formerEmail(learnerid),
  }));
}
