import type * as z from 'zod';
import type { CancelledLesson } from '#contract/lessons/schema.ts';
import { t } from '#languages/t.ts';
import type { Caller } from '#server/auth/queries.ts';
import { ensureSeen, type Seen } from '#server/database/rows/seen.ts';
import type { Db } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';
import { AppError, ensure, faultIn } from '#server/http/errors.ts';
import type { LessonDraft } from './clashes/find-clashes.ts';
import { findMakeup, isClosedFor } from './find-makeup.ts';
import * as queries from './lesson-queries.ts';
import { type LessonTime, momentsOf, timeOf } from './lesson-time.ts';
import { notifyOfLessons } from './letters/notify-of-lessons.ts';
import { holdClosures, holdZone, lockTimetable } from './locks.ts';
import { logLesson } from './log-lesson.ts';
import { fitRooms } from './writing/fit-rooms.ts';
import { writeLessons } from './writing/write-lessons.ts';

export type LessonOptions = { db: Db; now: () => number };

/** Which lesson is changed, and who does it. */
type Acting = { id: string; actor: Pick<Caller, '_id' | 'name' | 'role'> };

/**
 * What becomes of a lesson; what is not named stays. `roomid` null is no room, `teacherid` null who teaches
 * the class.
 */
type LessonChanges = Partial<
  LessonTime & { roomid: string | null; teacherid: string | null; reason: string | null }
>;

type Found = NonNullable<Awaited<ReturnType<typeof queries.findLesson>>>;

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
    const draft = draftOf(found, lesson, changes, timezone);
    if (!isSameLesson(lesson, draft)) ensureSeen({ version: lesson.seq }, { version });
    if (draft.startsat <= moment) throw overAlready();
    await ensurePossible(tx, { found, lesson, draft });
    const [after] = await writeLessons(tx, {
      lessons: [(await isAsPlanned(tx, found, draft, timezone)) ? plannedAgain(draft, changes) : draft],
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
  ensure(actor.role === 'admin' || found.instructorid === actor._id, 'forbidden');
  const { instructorid: _instructorid, classname: _classname, capacity: _capacity, ...lesson } = found;
  return { found, lesson };
}

type Lesson = Awaited<ReturnType<typeof lockLesson>>['lesson'];

const overAlready = () => faultIn('day', () => t('errors.lesson_in_past'));

/** The lesson as it is to be. */
function draftOf(found: Found, lesson: Lesson, changes: LessonChanges, zone: string): LessonDraft {
  const isHeld = lesson.state !== 'cancelled';
  const was = timeOf(lesson, zone);
  const { day = was.day, starttime = was.starttime, minutes = was.minutes } = changes;
  const isSameTime = day === was.day && starttime === was.starttime && minutes === was.minutes;
  const { seq: _seq, cancelledat: _cancelledat, changedat: _changedat, ...kept } = lesson;
  return {
    ...kept,
    day,
    // Of an hour that clocks show twice it stays the one that it is.
    ...(!isSameTime && momentsOf({ day, starttime, minutes }, zone)),
    roomid: changes.roomid === undefined ? lesson.roomid : changes.roomid,
    teacherid: teacherOf(found, changes, isHeld),
    reason: changes.reason === undefined && isHeld ? lesson.reason : (changes.reason ?? null),
    state: 'moved',
    closureid: null,
  };
}

/** Who held a lesson that was cancelled need not be there when it is made up. */
function teacherOf({ teacherid, instructorid }: Found, changes: LessonChanges, isHeld: boolean) {
  if (changes.teacherid === undefined) return isHeld ? teacherid : instructorid;
  return changes.teacherid ?? instructorid;
}

const SAID = ['startsat', 'endsat', 'roomid', 'teacherid', 'reason'] as const;

/** Whether a lesson is held as it is to be: who asks again has not had the answer. */
const isSameLesson = (lesson: Lesson, draft: LessonDraft) =>
  lesson.state !== 'cancelled' && SAID.every((field) => lesson[field] === draft[field]);

type Change = { found: Found; lesson: Lesson; draft: LessonDraft };

/**
 * Throws unless its room, its teacher and its day are there for it; what stays as it is was looked at before,
 * but for the room of one that was cancelled.
 */
async function ensurePossible(tx: Db, { found, lesson, draft }: Change): Promise<void> {
  const { roomid, teacherid } = draft;
  // The room is locked even where it stays: `writeLessons` does so, too, and must not after the teacher.
  await lockTimetable(tx, {
    roomids: roomid === null ? [] : [roomid],
    teacherids: teacherid === null ? [] : [teacherid],
  });
  if (roomid !== null && (roomid !== lesson.roomid || lesson.state === 'cancelled'))
    await fitRooms(tx, { roomids: [roomid], seats: found.capacity });
  const isSubstitute = teacherid !== lesson.teacherid && teacherid !== found.instructorid;
  if (teacherid !== null && isSubstitute) ensure(await queries.isTeacher(tx, teacherid), 'teacher-unknown');
  const closures = await queries.findClosuresIn(tx, { from: draft.day, to: draft.day });
  const closure = closures.find((one) => isClosedFor(one, draft));
  if (closure)
    throw new AppError('day-closed', { detail: () => t('errors.day_closed_for', { name: closure.name }) });
}

/** Why it was elsewhere matters no more. */
const plannedAgain = (draft: LessonDraft, { reason = null }: LessonChanges): LessonDraft => ({
  ...draft,
  state: 'planned',
  reason,
});

/** Whether the plan itself has it so. */
async function isAsPlanned(tx: Db, { instructorid }: Found, draft: LessonDraft, zone: string) {
  if (draft.planid === null) return false;
  const plan = await queries.findPlan(tx, draft.planid);
  if (!plan) return false;
  const { startsat, endsat } = momentsOf({ ...plan, day: draft.planday }, zone);
  return (
    draft.startsat === startsat &&
    draft.endsat === endsat &&
    draft.roomid === plan.roomid &&
    draft.teacherid === instructorid
  );
}
