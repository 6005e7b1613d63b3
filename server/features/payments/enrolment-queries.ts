import { sql } from 'kysely';
import { type Order, type PageQuery, takePage } from '#server/database/pagination.ts';
import { prepared } from '#server/database/prepared.ts';
import type { Db, Row } from '#server/database/schema.ts';

export const insertEnrolment = prepared((db, enrolment: Row<'enrolments'>) =>
  db.insertInto('enrolments').values(enrolment),
);

export async function findEnrolment(db: Db, id: string): Promise<Row<'enrolments'> | undefined> {
  return db.selectFrom('enrolments').selectAll().where('_id', '=', id).executeTakeFirst();
}

export async function deleteEnrolment(db: Db, id: string) {
  await db.deleteFrom('enrolments').where('_id', '=', id).execute();
}

/** A student's enrolments, the newest first. */
export const findEnrolments = (db: Db, learnerid: string) => enrolmentsOf(db, { learnerid });

const enrolmentsOf = prepared((db, { learnerid }: { learnerid: string }) =>
  db
    .selectFrom('enrolments')
    .selectAll()
    .where('learnerid', '=', learnerid)
    .orderBy('date', 'desc')
    .orderBy('_id', 'desc'),
);

const NEWEST_FIRST: Order = { by: [sql.ref<number>('date')], isDescending: true };

/** A page of them, or the one in a class. */
export const browseEnrolments = (
  db: Db,
  { learnerid, classid, ...ask }: PageQuery & { learnerid: string; classid?: string },
) =>
  takePage(
    db
      .selectFrom('enrolments')
      .selectAll()
      .where('learnerid', '=', learnerid)
      .$if(classid !== undefined, (query) => query.where('classid', '=', classid as string)),
    ask,
    NEWEST_FIRST,
  );

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
