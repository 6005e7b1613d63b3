import { inChunks } from '#server/database/lists/batches.ts';
import type { Db } from '#server/database/schema.ts';

/** Lessons that learners were said to miss, with their class, as they begin. */
export async function findAbsencesOf(db: Db, learnerids: readonly string[]) {
  const found = await inChunks(learnerids, (some) =>
    db
      .selectFrom('absences')
      .innerJoin('lessons', 'lessons._id', 'absences.lessonid')
      .innerJoin('classes', 'classes._id', 'lessons.classid')
      .select(['absences.learnerid', 'absences.lessonid', 'absences.words', 'absences.createdat'])
      .select(['lessons.classid', 'classes.classname', 'lessons.startsat'])
      .where('absences.learnerid', 'in', some)
      .execute(),
  );
  return found.sort((one, other) => one.startsat - other.startsat);
}

/** Lessons to which learners come as guests, with their class, as they begin. */
export async function findGuestsOf(db: Db, learnerids: readonly string[]) {
  const found = await inChunks(learnerids, (some) =>
    db
      .selectFrom('guests')
      .innerJoin('lessons', 'lessons._id', 'guests.lessonid')
      .innerJoin('classes', 'classes._id', 'lessons.classid')
      .select(['guests.learnerid', 'guests.lessonid', 'guests.kind', 'guests.fromlessonid'])
      .select(['guests.createdat', 'lessons.classid', 'classes.classname', 'lessons.startsat'])
      .where('guests.learnerid', 'in', some)
      .execute(),
  );
  return found.sort((one, other) => one.startsat - other.startsat);
}

export async function deleteAbsencesOf(tx: Db, learnerid: string): Promise<void> {
  await tx.deleteFrom('absences').where('learnerid', '=', learnerid).execute();
}

export async function deleteGuestsOf(tx: Db, learnerid: string): Promise<void> {
  await tx.deleteFrom('guests').where('learnerid', '=', learnerid).execute();
}

export async function deleteFormerGuestsOf(tx: Db, learnerid: string): Promise<void> {
  await tx.deleteFrom('formerguests').where('learnerid', '=', learnerid).execute();
}
