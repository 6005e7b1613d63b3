import type { Db, Row } from '#server/database/schema.ts';

export async function insertEnrolment(db: Db, enrolment: Row<'enrolments'>) {
  await db.insertInto('enrolments').values(enrolment).execute();
}

export async function deleteEnrolment(db: Db, id: string) {
  await db.deleteFrom('enrolments').where('_id', '=', id).execute();
}

/** A student's enrolments, the newest first. */
export async function findEnrolments(db: Db, learnerid: string) {
  return db
    .selectFrom('enrolments')
    .selectAll()
    .where('learnerid', '=', learnerid)
    .orderBy('date', 'desc')
    .orderBy('_id', 'desc')
    .execute();
}

/** What a person is enrolled in, with the class's name. */
export async function findNamedEnrolments(db: Db, learnerid: string) {
  return db
    .selectFrom('enrolments')
    .innerJoin('classes', 'classes._id', 'enrolments.classid')
    .select([
      'enrolments.classid',
      'classes.classname',
      'enrolments.transactionId',
      'enrolments.price',
      'enrolments.currency',
      'enrolments.date',
    ])
    .where('enrolments.learnerid', '=', learnerid)
    .orderBy('enrolments._id')
    .execute();
}
