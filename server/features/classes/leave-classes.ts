import type { Db } from '#server/database/schema.ts';
import { LostRace } from '#server/database/transact.ts';
import { insertChange } from '#server/features/changes/index.ts';
import { cancelLessons } from '#server/features/lessons/index.ts';
import { NOT_OFFERED } from './change-class.ts';
import { notifyOfClass } from './notify-of-class.ts';
import { notifyWaiting } from './notify-people.ts';
import * as queries from './queries.ts';
import type { Seats } from './seats/seats.ts';

/** Drafts go with their author; classes that are offered or attended stay, for another instructor. */
const isKept = ({ status, enrolledstudents, heldseats }: queries.ClassRow) =>
  status === 'approved' || enrolledstudents + heldseats > 0;

/** Takes a class from who leaves, unless it was handed over since it was read. */
async function takeFrom(tx: Db, { _id }: queries.ClassRow, userid: string): Promise<void> {
  if (!(await queries.deleteTeacher(tx, _id, userid)))
    throw new LostRace('The class was handed over meanwhile.');
}

/** The classes that stay without a teacher. */
export const findTaught = async (db: Db, { _id }: { _id: string }) => ({
  teaches: (await queries.findClassesTaughtBy(db, _id)).filter(isKept),
});

/**
 * What was approved comes off the public list and is decided on again by the admins, without a teacher:
 * enrolled students keep it, those who are paying do not, those who wait keep their place. Throws `LostRace`
 * where one was handed over meanwhile.
 */
export async function leaveClasses(
  tx: Db,
  { _id: userid }: { _id: string },
  { now, seats }: { now: number; seats: Seats },
): Promise<void> {
  for (const item of await queries.findClassesTaughtBy(tx, userid)) {
    const { _id: id, classname, status } = item;
    const about = { about: 'class' as const, subjectid: id, subjectname: classname, actor: null, now };
    if (!isKept(item)) {
      await takeFrom(tx, item, userid);
      await queries.deleteClass(tx, id, now);
      await cancelLessons(tx, { classid: id, reason: NOT_OFFERED, actor: { _id: userid }, now });
      await insertChange(tx, { ...about, action: 'deleted', before: status });
      await notifyOfClass(tx, 'class.removed', { classid: id, now });
      continue;
    }
    await seats.suspend(tx, { classid: id, now });
    await takeFrom(tx, item, userid);
    if (status === 'approved') await queries.updateDecision(tx, id, { status: 'pending', approvedas: null });
    await insertChange(tx, { ...about, action: 'teacher', before: userid, after: null });
    await notifyOfClass(tx, 'class.changed', { classid: id, now });
    if (status === 'approved') await notifyWaiting(tx, item, { actor: { _id: userid }, now });
  }
}
