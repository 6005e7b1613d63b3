import { lessonReasonWords } from '#contract/messages/lesson-reasons.ts';
import { t } from '#languages/t.ts';
import type { Db, Row } from '#server/database/schema.ts';
import { AppError, ensure, faultIn } from '#server/http/errors.ts';
import type { LessonDraft } from './clashes/find-clashes.ts';
import { isClosedFor } from './find-makeup.ts';
import * as queries from './lesson-queries.ts';
import { type LessonTime, momentsOf, timeOf } from './lesson-time.ts';
import { lockTimetable } from './locks.ts';
import { fitRooms } from './writing/fit-rooms.ts';

/**
 * What becomes of a lesson; what is not named stays. `roomid` null is no room, `teacherid` null who teaches
 * the class.
 */
export type LessonChanges = Partial<
  LessonTime & { roomid: string | null; teacherid: string | null; reason: string | null }
>;

/** A lesson with what stands there of its class. */
export type FoundLesson = NonNullable<Awaited<ReturnType<typeof queries.findLesson>>>;

/** A lesson as it is written, without its class. */
export function rowOf(found: FoundLesson): Row<'lessons'> {
  const { instructorid: _instructorid, classname: _classname, capacity: _capacity, ...lesson } = found;
  return lesson;
}

/** A lesson as it is to be; `zone` is the school's, as IANA calls it. */
export function draftOf(found: FoundLesson, changes: LessonChanges, zone: string): LessonDraft {
  const lesson = rowOf(found);
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
function teacherOf({ teacherid, instructorid }: FoundLesson, changes: LessonChanges, isHeld: boolean) {
  if (changes.teacherid === undefined) return isHeld ? teacherid : instructorid;
  return changes.teacherid ?? instructorid;
}

/** The refusal of a time that is over. */
export const overAlready = () => faultIn('day', () => t('errors.lesson_in_past'));

/**
 * Throws unless its room, its teacher and its day are there for a lesson as it is to be: `room-unknown`,
 * `room-too-small`, `teacher-unknown`, `day-closed`. What stays as it is was looked at before, but for the
 * room of one that was cancelled. `closing`: closing days that are not written yet.
 */
export async function ensurePossible(
  tx: Db,
  { found, draft, closing = [] }: { found: FoundLesson; draft: LessonDraft; closing?: readonly Closing[] },
): Promise<void> {
  const { roomid, teacherid } = draft;
  // The room is locked even where it stays: `writeLessons` does so, too, and must not after the teacher.
  await lockTimetable(tx, {
    roomids: roomid === null ? [] : [roomid],
    teacherids: teacherid === null ? [] : [teacherid],
  });
  if (roomid !== null && (roomid !== found.roomid || found.state === 'cancelled'))
    await fitRooms(tx, { roomids: [roomid], seats: found.capacity });
  const isSubstitute = teacherid !== found.teacherid && teacherid !== found.instructorid;
  if (teacherid !== null && isSubstitute) ensure(await queries.isTeacher(tx, teacherid), 'teacher-unknown');
  const closures = await queries.findClosuresIn(tx, { from: draft.day, to: draft.day });
  const closure = [...closures, ...closing].find((one) => isClosedFor(one, draft));
  if (closure)
    throw new AppError('day-closed', {
      detail: () => t('errors.day_closed_for', { name: lessonReasonWords(closure.name) }),
    });
}

/** Closing days, as far as lessons are held against them. */
type Closing = Pick<Row<'closures'>, 'name' | 'firstday' | 'lastday' | 'roomid' | 'teacherid'>;

/** The same lesson, a planned one again where the plan itself has it so: why it was elsewhere matters no more. */
export async function asPlanned(
  tx: Db,
  {
    found,
    draft,
    reason = null,
    zone,
  }: { found: FoundLesson; draft: LessonDraft; reason?: string | null | undefined; zone: string },
): Promise<LessonDraft> {
  return (await isAsPlanned(tx, found, draft, zone)) ? { ...draft, state: 'planned', reason } : draft;
}

/** Whether the plan itself has it so. */
async function isAsPlanned(tx: Db, { instructorid }: FoundLesson, draft: LessonDraft, zone: string) {
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
