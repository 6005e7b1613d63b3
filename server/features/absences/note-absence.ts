import { t } from '#languages/t.ts';
import type { Caller } from '#server/auth/queries.ts';
import { newId } from '#server/database/ids.ts';
import type { Db } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';
import {
  earnedBy,
  findAbsence,
  findGuest,
  insertAbsence,
  updateWords,
} from '#server/features/catchups/index.ts';
import { findLearner } from '#server/features/learners/index.ts';
import { holdZone, rewriteReminders } from '#server/features/lessons/index.ts';
import { notifyWebhooks } from '#server/features/webhooks/index.ts';
import { AppError, ensure } from '#server/http/errors.ts';
import { giveUpIn } from './give-up.ts';
import { lockLessons } from './locked-lesson.ts';
import { logOfLesson } from './log.ts';
import { type FoundLesson, findRules, isEnrolled } from './queries.ts';

export type AbsenceOptions = { db: Db; now: () => number };
export type Asker = Pick<Caller, '_id' | 'learnerid' | 'name'>;

type Noting = {
  caller: Asker;
  learnerid: string;
  lessonid: string;
  words?: string | undefined;
};

/** What it earned: another lesson, which begins before `until`. */
export type Earned = { catchup: boolean; until: number | null };

/**
 * Notes that a learner cannot come to a lesson. What that earns is settled now, and stays: asked again, only
 * the words are others. A guest gives the place up, and has the right again that led to it. Throws
 * `learner-not-found`, `lesson-not-found`, `lesson-begun` and `not-in-lesson`.
 */
export async function noteAbsence({ db, now }: AbsenceOptions, noting: Noting): Promise<Earned> {
  const { caller, learnerid, lessonid } = noting;
  await findLearner(db, caller, learnerid, 'enrol');
  const moment = now();
  return transact(db, async (tx) => {
    const zone = await holdZone(tx);
    const [lesson] = await lockLessons(tx, { lessonids: [lessonid], learnerid });
    await findLearner(tx, caller, learnerid, 'enrol');
    if (lesson.state === 'cancelled') throw isCancelled();
    ensure(lesson.startsat > moment, 'lesson-begun');
    const guest = await findGuest(tx, { lessonid, learnerid });
    if (guest) {
      if (guest.kind !== 'catchup') throw notInLesson();
      const until = await giveUpIn(tx, { guest, lesson, caller, zone, now: moment });
      return { catchup: until !== null && until > moment, until };
    }
    if (!(await isEnrolled(tx, { learnerid, lesson }))) throw notInLesson();
    const noted = await findAbsence(tx, { lessonid, learnerid });
    if (noted) {
      if (noting.words !== undefined)
        await updateWords(tx, { lessonid, learnerid, words: noting.words || null });
      return { catchup: noted.earned === 1, until: noted.until };
    }
    return insert(tx, { ...noting, lesson, zone, now: moment });
  });
}

type Inserting = Noting & { lesson: FoundLesson; zone: string; now: number };

async function insert(tx: Db, { caller, learnerid, lesson, words, zone, now }: Inserting): Promise<Earned> {
  const until = earnedBy(lesson, { rules: await findRules(tx), zone, now });
  await insertAbsence(tx, {
    _id: newId(now),
    lessonid: lesson._id,
    learnerid,
    words: words || null,
    earned: until === null ? 0 : 1,
    until,
    byid: caller._id,
    createdat: now,
  });
  await logOfLesson(tx, { action: 'absence-noted', lesson, learnerid, actor: caller, zone, now });
  await rewriteReminders(tx, { learnerid, days: [lesson.day], zone, now });
  const data = { lessonid: lesson._id, classid: lesson.classid, learnerid };
  await notifyWebhooks(
    tx,
    { type: 'absence.noted', timestamp: now, data },
    { ref: `${lesson._id} ${learnerid} ${now}`, userid: caller._id },
  );
  return { catchup: until !== null, until };
}

const notInLesson = () => new AppError('not-in-lesson', { detail: () => t('errors.learner_not_in_lesson') });

/** The refusal of a lesson that is cancelled. */
export const isCancelled = () =>
  new AppError('lesson-cancelled', { detail: () => t('errors.lesson_is_cancelled') });

/** The refusal of a lesson that begins within the hour. */
export const tooNear = () => new AppError('lesson-begun', { detail: () => t('errors.lesson_begins_soon') });
