import type { Db } from '#server/database/schema.ts';
import { endGuests } from './end-guests.ts';

/**
 * Ends what was said of the lessons to come of a learner in a class, whose place there ends or becomes
 * another's, with the guest places that came of it; lessons that are over keep what they have earned. The
 * caller has locked the class.
 */
export async function endNotices(
  tx: Db,
  { learnerid, classid, now }: { learnerid: string; classid: string; now: number },
): Promise<void> {
  const noticed = await tx
    .selectFrom('absences')
    .innerJoin('lessons', 'lessons._id', 'absences.lessonid')
    .select('absences.lessonid')
    .where('absences.learnerid', '=', learnerid)
    .where('lessons.classid', '=', classid)
    .where('lessons.startsat', '>', now)
    .execute();
  const ids = noticed.map(({ lessonid }) => lessonid);
  if (ids.length === 0) return;
  const led = await tx
    .selectFrom('guests')
    .innerJoin('lessons', 'lessons._id', 'guests.lessonid')
    .select('guests.lessonid')
    .where('guests.learnerid', '=', learnerid)
    .where('guests.fromlessonid', 'in', ids)
    .where('lessons.startsat', '>', now)
    .execute();
  await endGuests(tx, { lessonids: led.map(({ lessonid }) => lessonid), learnerid, now });
  await tx.deleteFrom('absences').where('learnerid', '=', learnerid).where('lessonid', 'in', ids).execute();
}
