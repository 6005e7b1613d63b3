import { newId } from '#server/database/ids.ts';
import type { Db } from '#server/database/schema.ts';

type Place = { learnerid: string; classid: string };

/** Adds a selection; undefined when the student selected the class before. */
export async function insertSelection(tx: Db, { learnerid, classid, now }: Place & { now: number }) {
  return tx
    .insertInto('selections')
    .values({ _id: newId(now), learnerid, classid, enrolled: 0, createdat: now })
    .onConflict((c) => c.columns(['learnerid', 'classid']).doNothing())
    .returning('_id')
    .executeTakeFirst();
}

/** What a student selected and has not enrolled in yet, the newest first. */
export async function findOpenSelections(db: Db, learnerid: string) {
  return db
    .selectFrom('selections')
    .innerJoin('classes', 'classes._id', 'selections.classid')
    .selectAll('selections')
    .where('learnerid', '=', learnerid)
    .where('enrolled', '=', 0)
    .where('classes.deletedat', 'is', null)
    .orderBy('selections.createdat', 'desc')
    .orderBy('selections._id', 'desc')
    .execute();
}

export async function findSelection(db: Db, id: string) {
  return db.selectFrom('selections').selectAll().where('_id', '=', id).executeTakeFirst();
}

/** Removes a selection that is not an enrolment; gives how many went. */
export async function deleteSelection(db: Db, id: string) {
  const { numDeletedRows } = await db
    .deleteFrom('selections')
    .where('_id', '=', id)
    .where('enrolled', '=', 0)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Marks a student's selection of a class as enrolled or not any more; nothing where there is none. */
export async function markSelection(db: Db, { learnerid, classid, enrolled }: Place & { enrolled: 0 | 1 }) {
  await db
    .updateTable('selections')
    .set({ enrolled })
    .where('learnerid', '=', learnerid)
    .where('classid', '=', classid)
    .execute();
}

/** A student's selection of a class, or their enrolment in it: either way they have it already. */
export async function findSelectionOf(db: Db, { learnerid, classid }: Place) {
  const enrolment = db
    .selectFrom('enrolments')
    .select('_id')
    .where('learnerid', '=', learnerid)
    .where('classid', '=', classid);
  return db
    .selectFrom('selections')
    .select('_id')
    .where('learnerid', '=', learnerid)
    .where('classid', '=', classid)
    .unionAll(enrolment)
    .executeTakeFirst();
}

/** Forgets a student's selection of a class, so that the class can be selected again. */
export async function deleteSelectionOf(db: Db, { learnerid, classid }: Place) {
  await db
    .deleteFrom('selections')
    .where('learnerid', '=', learnerid)
    .where('classid', '=', classid)
    .execute();
}

/** What a person has selected, with the class's name. */
export async function findSelectionsOf(db: Db, learnerid: string) {
  return db
    .selectFrom('selections')
    .innerJoin('classes', 'classes._id', 'selections.classid')
    .select(['selections.classid', 'classes.classname', 'selections.createdat'])
    .where('selections.learnerid', '=', learnerid)
    .where('selections.enrolled', '=', 0)
    .orderBy('selections._id')
    .execute();
}

/** Forgets everything that a person has selected. */
export async function deleteSelectionsOf(tx: Db, learnerid: string) {
  await tx.deleteFrom('selections').where('learnerid', '=', learnerid).execute();
}
