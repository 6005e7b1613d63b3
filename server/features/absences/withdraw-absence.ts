import type { Db } from '#server/database/schema.ts';
import { LostRace, transact } from '#server/database/transact.ts';
import {
  countFree,
  deleteAbsence,
  endGuests,
  findAbsence,
  findGuestFrom,
} from '#server/features/catchups/index.ts';
import { findLearner } from '#server/features/learners/index.ts';
import { holdZone, rewriteReminders } from '#server/features/lessons/index.ts';
import { ensure } from '#server/http/errors.ts';
import { lockLessons } from './locked-lesson.ts';
import { logOfLesson } from './log.ts';
import type { AbsenceOptions, Asker } from './note-absence.ts';
import { type FoundLesson, hasGuests } from './queries.ts';

type Withdrawing = { caller: Asker; lessonid: string; learnerid: string };

/**
 * Takes back, until the lesson begins, that a learner cannot come, with the place as a guest that came of it.
 * Gives whether it was said. Throws `learner-not-found`, `lesson-not-found`, `lesson-begun`, also where that
 * place has been used, and `guest-took-it` where another learner comes instead and the lesson takes no one
 * more.
 */
export async function withdrawAbsence({ db, now }: AbsenceOptions, asked: Withdrawing): Promise<boolean> {
  const { caller, lessonid, learnerid } = asked;
  await findLearner(db, caller, learnerid, 'enrol');
  const moment = now();
  return transact(db, async (tx) => {
    const zone = await holdZone(tx);
    const seen = await findGuestFrom(tx, { lessonid, learnerid });
    const [lesson, caughtup] = await lockBoth(tx, { lessonid, learnerid, guestid: seen?.lessonid });
    await findLearner(tx, caller, learnerid, 'enrol');
    const guest = await findGuestFrom(tx, { lessonid, learnerid });
    if (guest?.lessonid !== seen?.lessonid) throw new LostRace('The place of a guest is another meanwhile.');
    const absence = await findAbsence(tx, { lessonid, learnerid });
    if (!absence) return false;
    ensure(lesson.startsat > moment && (!caughtup || caughtup.startsat > moment), 'lesson-begun');
    const isTaken = (await countFree(tx, lessonid)) < 1 && (await hasGuests(tx, lessonid));
    ensure(!isTaken, 'guest-took-it');
    if (caughtup) {
      await endGuests(tx, { lessonids: [caughtup._id], learnerid, now: moment });
      const line = { lesson: caughtup, learnerid, actor: caller, zone, now: moment };
      await logOfLesson(tx, { ...line, action: 'catchup-given-up' });
    }
    await deleteAbsence(tx, { lessonid, learnerid });
    await logOfLesson(tx, {
      action: 'absence-withdrawn',
      lesson,
      learnerid,
      actor: caller,
      zone,
      now: moment,
    });
    const days = [lesson.day, ...(caughtup ? [caughtup.day] : [])];
    await rewriteReminders(tx, { learnerid, days, zone, now: moment });
    return true;
  });
}

type Both = { lessonid: string; learnerid: string; guestid: string | undefined };

/** The missed lesson, and the one that is to make up for it, where there is one. */
async function lockBoth(
  tx: Db,
  { lessonid, learnerid, guestid }: Both,
): Promise<readonly [FoundLesson, FoundLesson | undefined]> {
  if (guestid !== undefined) return lockLessons(tx, { lessonids: [lessonid, guestid], learnerid });
  const [lesson] = await lockLessons(tx, { lessonids: [lessonid], learnerid });
  return [lesson, undefined];
}
