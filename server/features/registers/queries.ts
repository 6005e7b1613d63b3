import { inChunks } from '#server/database/lists/batches.ts';
import type { Db } from '#server/database/schema.ts';

/** What was marked of learners, with the lesson's class, as they began. */
export async function findAttendanceOf(db: Db, learnerids: readonly string[]) {
  const found = await inChunks(learnerids, (some) =>
    db
      .selectFrom('attendance')
      .innerJoin('lessons', 'lessons._id', 'attendance.lessonid')
      .innerJoin('classes', 'classes._id', 'lessons.classid')
      .select(['attendance.learnerid', 'attendance.lessonid', 'attendance.state', 'attendance.note'])
      .select(['lessons.classid', 'classes.classname', 'lessons.startsat'])
      .where('attendance.learnerid', 'in', some)
      .execute(),
  );
  return found.sort((one, other) => one.startsat - other.startsat);
}

export async function deleteAttendanceOf(tx: Db, learnerid: string): Promise<void> {
  await tx.deleteFrom('attendance').where('learnerid', '=', learnerid).execute();
}
