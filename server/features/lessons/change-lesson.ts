import type * as z from 'zod';
import type { CancelledLesson } from '#contract/lessons/schema.ts';
import { isOffice } from '#contract/users/calls.ts';
import type { Caller } from '#server/auth/queries.ts';
import { ensureSeen, type Seen } from '#server/database/rows/seen.ts';
import type { Db, Row } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';
import { ensure } from '#server/http/errors.ts';
import type { LessonDraft } from './clashes/find-clashes.ts';
import {
  asPlanned,
  draftOf,
  ensurePossible,
  type LessonChanges,
  overAlready,
  rowOf,
} from './draft-change.ts';
import { findMakeup } from './find-makeup.ts';
import * as queries from './lesson-queries.ts';
import { notifyOfLessons } from './letters/notify-of-lessons.ts';
import { holdClosures, holdZone, lockTimetable } from './locks.ts';
import { logLesson } from './log-lesson.ts';
import { writeLessons } from './writing/write-lessons.ts';

export type LessonOptions = { db: Db; now: () => number };

/** Which lesson is changed, and who does it. */
type Acting = { id: string; actor: Pick<Caller, '_id' | 'name' | 'role'> };

/**
 * Moves a lesson to come, gives it another room or a substitute; one that is cancelled is held after all
 * where a day or a time is named, and otherwise stays so, and no mail tells of another reason. Gives whether
 * anything is different. Throws `lesson-not-found`, `forbidden`, `lesson-begun`, `invalid-input` for a time
 * that is over, `room-unknown`, `room-too-small`, `teacher-unknown`, `day-closed`, `changed-meanwhile`, and
 * what `writeLessons` throws.
 */
export async function moveLesson(
  { db, now }: LessonOptions,
  { version, ...changes }: LessonChanges & Seen,
  { id, actor }: Acting,
): Promise<boolean> {
  const moment = now();
  return transact(db, async (tx) => {
    await holdClosures(tx);
    const timezone = await holdZone(tx);
    const { found, lesson } = await lockLesson(tx, { id, actor });
    if (lesson.state !== 'cancelled') ensure(lesson.startsat > moment, 'lesson-begun');
    else if (changes.day === undefined && changes.starttime === undefined) {
      const { reason = lesson.reason } = changes;
      const [after] = await writeLessons(tx, { lessons: [{ ...lesson, reason }], now: moment });
      if (!after) return false;
      ensureSeen({ version: lesson.seq }, { version });
      await logLesson(tx, { before: lesson, after, course: found, zone: timezone, actor, now: moment });
      return true;
    }
    const draft = draftOf(found, changes, timezone);
    if (!isSameLesson(lesson, draft)) ensureSeen({ version: lesson.seq }, { version });
    if (draft.startsat <= moment) throw overAlready();
    await ensurePossible(tx, { found, draft });
    const [after] = await writeLessons(tx, {
      lessons: [await asPlanned(tx, { found, draft, reason: changes.reason, zone: timezone })],
      now: moment,
    });
    if (!after) return false;
    await logLesson(tx, { before: lesson, after, course: found, zone: timezone, actor, now: moment });
    await notifyOfLessons(tx, { changes: [{ before: lesson, after }], actor, now: moment });
    return true;
  });
}

/**
 * Cancels a lesson to come and gives when it could be made up; one that is cancelled already, by closing days
 * too, stays so for this reason. Throws `lesson-not-found`, `forbidden`, `lesson-begun` and
 * `changed-meanwhile`.
 */
export async function cancelLesson(
  { db, now }: LessonOptions,
  { reason, version }: { reason?: string | null | undefined } & Seen,
  { id, actor }: Acting,
): Promise<z.output<typeof CancelledLesson>> {
  const moment = now();
  return transact(db, async (tx) => {
    const zone = await holdZone(tx);
    const { found, lesson } = await lockLesson(tx, { id, actor });
    const isHeld = lesson.state !== 'cancelled';
    if (isHeld) {
      ensure(lesson.startsat > moment, 'lesson-begun');
      ensureSeen({ version: lesson.seq }, { version });
    }
    const draft: LessonDraft = {
      ...lesson,
      state: 'cancelled',
      reason: reason ?? (isHeld ? null : lesson.reason),
      closureid: null,
    };
    const [after] = await writeLessons(tx, { lessons: [draft], now: moment });
    if (after) {
      await logLesson(tx, { before: lesson, after, course: found, zone, actor, now: moment });
      await notifyOfLessons(tx, { changes: [{ before: lesson, after }], actor, now: moment });
    }
    return { makeup: await findMakeup(tx, lesson, { zone, now: moment }) };
  });
}

/**
 * A lesson that the caller may change, with its class, which is locked: an instructor's own, or any to an
 * admin.
 */
async function lockLesson(tx: Db, { id, actor }: Acting) {
  const seen = await queries.findLesson(tx, id);
  ensure(seen, 'lesson-not-found');
  await lockTimetable(tx, { classids: [seen.classid] });
  const found = await queries.findLesson(tx, id);
  ensure(found, 'lesson-not-found');
  ensure(isOffice(actor.role) || found.instructorid === actor._id, 'forbidden');
  return { found, lesson: rowOf(found) };
}

const SAID = ['startsat', 'endsat', 'roomid', 'teacherid', 'reason'] as const;

/** Whether a lesson is held as it is to be: who asks again has not had the answer. */
const isSameLesson = (lesson: Row<'lessons'>, draft: LessonDraft) =>
  lesson.state !== 'cancelled' && SAID.every((field) => lesson[field] === draft[field]);
