import type { Db, Row } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';
import { endGuests, findAbsence, findGuest, prolongRight, untilOf } from '#server/features/catchups/index.ts';
import { findLearner } from '#server/features/learners/index.ts';
import { holdZone, rewriteReminders } from '#server/features/lessons/index.ts';
import { ensure } from '#server/http/errors.ts';
import { lockLessons } from './locked-lesson.ts';
import { logOfLesson } from './log.ts';
import type { AbsenceOptions, Asker } from './note-absence.ts';
import { type FoundLesson, findRules } from './queries.ts';

/**
 * Gives up the place of a guest before the lesson begins, or until it ends where it was moved meanwhile. The
 * right that led to it is there again. Gives whether there was one. Throws `learner-not-found`,
 * `lesson-not-found` and `lesson-begun`.
 */
export async function giveUpCatchUp(
  { db, now }: AbsenceOptions,
  { caller, lessonid, learnerid }: { caller: Asker; lessonid: string; learnerid: string },
): Promise<boolean> {
  await findLearner(db, caller, learnerid, 'enrol');
  const moment = now();
  return transact(db, async (tx) => {
    const zone = await holdZone(tx);
    const [lesson] = await lockLessons(tx, { lessonids: [lessonid], learnerid });
    await findLearner(tx, caller, learnerid, 'enrol');
    const guest = await findGuest(tx, { lessonid, learnerid });
    if (guest?.kind !== 'catchup') return false;
    ensure(moment < (guest.movedat === null ? lesson.startsat : lesson.endsat), 'lesson-begun');
    await giveUpIn(tx, { guest, lesson, caller, zone, now: moment });
    return true;
  });
}

type GivingUp = { guest: Row<'guests'>; lesson: FoundLesson; caller: Asker; zone: string; now: number };

/**
 * The same of a guest whose lesson is locked; gives until when the right is that is there again, or null
 * where there is none. One that led to a lesson that the school has moved lasts as a lesson of that day that
 * is missed would.
 */
export async function giveUpIn(
  tx: Db,
  { guest, lesson, caller, zone, now }: GivingUp,
): Promise<number | null> {
  const { lessonid, learnerid, fromlessonid, movedat } = guest;
  await endGuests(tx, { lessonids: [lessonid], learnerid, now });
  await logOfLesson(tx, { action: 'catchup-given-up', lesson, learnerid, actor: caller, zone, now });
  await rewriteReminders(tx, { learnerid, days: [lesson.day], zone, now });
  if (fromlessonid === null) return null;
  const missed = { lessonid: fromlessonid, learnerid };
  if (movedat !== null) {
    const { catchupweeks: weeks } = await findRules(tx);
    await prolongRight(tx, { ...missed, until: untilOf(lesson.day, { weeks, zone }) });
  }
  return (await findAbsence(tx, missed))?.until ?? null;
}
