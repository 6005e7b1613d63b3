import { t } from '#languages/t.ts';
import type { Db } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';
import { countFree, findBusy, findGuest, insertGuest } from '#server/features/catchups/index.ts';
import { findLearner } from '#server/features/learners/index.ts';
import { holdZone, rewriteReminders } from '#server/features/lessons/index.ts';
import { AppError, ensure } from '#server/http/errors.ts';
import { listed } from '#server/jobs/letter.ts';
import { countLeftOf } from './count-left.ts';
import { BOOK_BEFORE_MS } from './list-catchups.ts';
import { lockLessons } from './locked-lesson.ts';
import { logOfLesson } from './log.ts';
import { type AbsenceOptions, type Asker, isCancelled, tooNear } from './note-absence.ts';
import { type FoundLesson, findRight } from './queries.ts';

type Booking = { caller: Asker; learnerid: string; fromlessonid: string; lessonid: string };

/**
 * Gives a learner a place in a lesson of another class for one that they miss; the same again changes
 * nothing. Of two who want the last place one gets it: the lesson's class is locked. Throws
 * `learner-not-found`, `lesson-not-found`, `no-right`, `not-in-series`, `lesson-begun`,
 * `catchups-used-up`, `learner-clash` and `no-place`.
 */
export async function bookCatchUp({ db, now }: AbsenceOptions, booking: Booking): Promise<void> {
  const { caller, learnerid, fromlessonid, lessonid } = booking;
  await findLearner(db, caller, learnerid, 'enrol');
  const moment = now();
  await transact(db, async (tx) => {
    const zone = await holdZone(tx);
    const [lesson, missed] = await lockLessons(tx, { lessonids: [lessonid, fromlessonid], learnerid });
    await findLearner(tx, caller, learnerid, 'enrol');
    const guest = await findGuest(tx, { lessonid, learnerid });
    if (guest?.fromlessonid === fromlessonid) return;
    await ensureRight(tx, { learnerid, missed, lesson, now: moment });
    await ensureTime(tx, { learnerid, lesson });
    ensure((await countFree(tx, lessonid)) > 0, 'no-place');
    await insertGuest(tx, { lessonid, learnerid, fromlessonid, now: moment });
    await logOfLesson(tx, { action: 'catchup-booked', lesson, learnerid, actor: caller, zone, now: moment });
    await rewriteReminders(tx, { learnerid, days: [lesson.day], zone, now: moment });
  });
}

type Wanted = { learnerid: string; missed: FoundLesson; lesson: FoundLesson; now: number };

async function ensureRight(tx: Db, { learnerid, missed, lesson, now }: Wanted): Promise<void> {
  const right = await findRight(tx, { learnerid, fromlessonid: missed._id, now });
  ensure(right && lesson.startsat < right.until, 'no-right');
  ensure(lesson.status === 'approved', 'lesson-not-found');
  if (lesson.state === 'cancelled') throw isCancelled();
  ensure(
    missed.series !== null && lesson.series === missed.series && lesson.classid !== missed.classid,
    'not-in-series',
  );
  ensure(lesson.startsat > now, 'lesson-begun');
  if (lesson.startsat <= now + BOOK_BEFORE_MS) throw tooNear();
  const left = (await countLeftOf(tx, learnerid))(missed.day);
  ensure(left !== 0, 'catchups-used-up');
}

/** Throws `learner-clash`, which names the other classes. */
async function ensureTime(
  tx: Db,
  { learnerid, lesson: { startsat, endsat, classname } }: Pick<Wanted, 'learnerid' | 'lesson'>,
): Promise<void> {
  const busy = await findBusy(tx, { learnerid, from: startsat, to: endsat });
  if (busy.length === 0) return;
  const classes = listed([...new Set(busy.map((other) => other.classname))]);
  throw new AppError('learner-clash', {
    detail: () => t('errors.learner_clash_with', { class: classname, classes }),
  });
}
