import type { Db } from '#server/database/schema.ts';
import { endGuests } from './end-guests.ts';

/**
 * Learners were in a lesson that they were to miss: what they have in place of it and has not begun ends. The
 * right to it needs no change: it is none while the register says that they came. The caller has locked the
 * lesson's class.
 */
export async function loseCatchUps(
  tx: Db,
  { lessonid, learnerids, now }: { lessonid: string; learnerids: readonly string[]; now: number },
): Promise<void> {
  if (learnerids.length === 0) return;
  const lost = await tx
    .selectFrom('guests')
    .innerJoin('lessons', 'lessons._id', 'guests.lessonid')
    .select(['guests.lessonid', 'guests.learnerid'])
    .where('guests.fromlessonid', '=', lessonid)
    .where('guests.learnerid', 'in', learnerids)
    .where('lessons.startsat', '>', now)
    .execute();
  for (const guest of lost)
    await endGuests(tx, { lessonids: [guest.lessonid], learnerid: guest.learnerid, now });
}
